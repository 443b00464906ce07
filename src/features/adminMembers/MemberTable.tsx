/** The members as a table, with roles that can be changed in place. */
'use client';

import { Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { explain } from '@/client/failure';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { Member } from '@/contract/people';
import { mayManageRole } from '@/domain/access';
import { ROLES } from '@/domain/vocabulary';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';
import { notify } from '@/ui/notify';
import { RoleSelect } from './RoleSelect';

const BY_NAME = { key: 'name', order: 'ascending' } as const;

export function MemberTable({ members, onRemove }: { members: readonly Member[]; onRemove(member: Member): void }) {
  const { role: mine } = useTenant();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const change = useMutation(
    trpc.members.changeRole.mutationOptions({
      onSuccess: ({ name, role, isYou }) => {
        notify({ message: isYou ? `You are now ${role}.` : `${name} is now ${role}.` });
        if (isYou) router.refresh();
      },
      onError: (error) => notify({ color: 'red', title: 'The role was not changed', message: explain(error) }),
      onSettled: () => queryClient.invalidateQueries(trpc.members.pathFilter()),
    }),
  );
  const columns: Column<Member>[] = [
    { key: 'name', title: 'Name', sortBy: ({ name }) => name.toLowerCase(), render: (member) => <Person member={member} /> },
    {
      key: 'role',
      title: 'Role',
      sortBy: ({ role }) => ROLES.length - ROLES.indexOf(role),
      render: ({ userId, name, role }) => (
        <RoleSelect
          label={`Role of ${name}`}
          value={role}
          isBusy={change.isPending && change.variables.userId === userId}
          onChange={(wanted) => change.mutate({ userId, role: wanted })}
        />
      ),
    },
    { key: 'joined', title: 'Joined', sortBy: ({ joinedAt }) => joinedAt, render: ({ joinedAt }) => <Timestamp at={joinedAt} /> },
    {
      key: 'remove',
      title: 'Actions',
      render: (member) =>
        !member.isYou &&
        mayManageRole(mine, member.role) && (
          <Button variant="subtle" color="red" size="compact-xs" aria-label={`Remove ${member.name}`} onClick={() => onRemove(member)}>
            Remove
          </Button>
        ),
    },
  ];
  return (
    <DataTable
      label="Members"
      columns={columns}
      rows={members}
      keyOf={({ userId }) => userId}
      initialSorting={BY_NAME}
      empty="No member matches these filters."
    />
  );
}

function Person({ member: { name, email, isYou } }: { member: Member }) {
  return (
    <>
      <Group gap={6} wrap="nowrap">
        <Text size="sm" fw={500}>
          {name}
        </Text>
        {isYou && (
          <Badge variant="default" size="xs" tt="none" flex="none">
            You
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {email}
      </Text>
    </>
  );
}
