/** The invitations that nobody has accepted yet. */
'use client';

import { Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmChange } from '@/client/ConfirmChange';
import { explain } from '@/client/failure';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { Invitation } from '@/contract/people';
import { mayManageRole } from '@/domain/access';
import { ROLES } from '@/domain/vocabulary';
import { DataTable } from '@/ui/DataTable';
import { Dialog } from '@/ui/Dialog';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';
import { useNow } from '@/ui/useNow';
import { notify } from '@/ui/notify';
import { InvitationLink } from './InvitationLink';

const A_MINUTE_MS = 60_000;
const NEWEST_FIRST = { key: 'created', order: 'descending' } as const;

export function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const { role: mine } = useTenant();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  const refresh = () => queryClient.invalidateQueries(trpc.invitations.pathFilter());
  const renew = useMutation(
    trpc.invitations.renew.mutationOptions({
      onSuccess: refresh,
      onError: (error) => notify({ color: 'red', title: 'No new link was created', message: explain(error) }),
    }),
  );
  const columns: Column<Invitation>[] = [
    {
      key: 'email',
      title: 'E-mail',
      sortBy: ({ email }) => email,
      render: ({ email }) => (
        <Text size="sm" fw={500}>
          {email}
        </Text>
      ),
    },
    { key: 'role', title: 'Role', sortBy: ({ role }) => ROLES.length - ROLES.indexOf(role), render: ({ role }) => role },
    {
      key: 'created',
      title: 'Invited',
      sortBy: ({ createdAt }) => createdAt,
      render: ({ createdAt, invitedBy }) => <Invited at={createdAt} by={invitedBy} />,
    },
    { key: 'expires', title: 'Expires', sortBy: ({ expiresAt }) => expiresAt, render: ({ expiresAt }) => <Ends at={expiresAt} /> },
    {
      key: 'actions',
      title: 'Actions',
      render: (invitation) =>
        mayManageRole(mine, invitation.role) && (
          <Group gap={4} wrap="nowrap" ml={-8}>
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`New link for ${invitation.email}`}
              loading={renew.isPending && renew.variables.id === invitation.id}
              onClick={() => renew.mutate({ id: invitation.id })}
            >
              New link
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="compact-xs"
              aria-label={`Withdraw the invitation for ${invitation.email}`}
              onClick={() => setWithdrawn(invitation)}
            >
              Withdraw
            </Button>
          </Group>
        ),
    },
  ];
  return (
    <>
      <DataTable
        label="Invitations"
        columns={columns}
        rows={invitations}
        keyOf={({ id }) => id}
        initialSorting={NEWEST_FIRST}
        empty="No open invitations."
      />
      {renew.data !== undefined && (
        <Dialog isKept onClose={renew.reset} title={`New link for ${renew.data.email}`} size="lg">
          <Text size="sm" mb="md">
            The previous link no longer works.
          </Text>
          <InvitationLink made={renew.data} onDone={renew.reset} />
        </Dialog>
      )}
      {withdrawn !== null && <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(null)} />}
    </>
  );
}

function WithdrawDialog({ invitation: { id, email }, onClose }: { invitation: Invitation; onClose(): void }) {
  const trpc = useTRPC();
  return (
    <ConfirmChange
      title={`Withdraw the invitation for ${email}?`}
      confirmLabel="Withdraw it"
      change={trpc.invitations.revoke.mutationOptions()}
      input={{ id }}
      done={`The invitation for ${email} was withdrawn.`}
      stale={trpc.invitations.pathFilter()}
      onClose={onClose}
    >
      Its link stops working.
    </ConfirmChange>
  );
}

function Invited({ at, by }: { at: string; by: string }) {
  return (
    <>
      <Timestamp at={at} />
      <Text size="xs" c="dimmed">
        by {by}
      </Text>
    </>
  );
}

function Ends({ at }: { at: string }) {
  const now = useNow(A_MINUTE_MS) ?? 0;
  if (Date.parse(at) > now) return <Timestamp at={at} />;
  return (
    <Badge variant="default" size="sm" tt="none" c="dimmed">
      Expired
    </Badge>
  );
}
