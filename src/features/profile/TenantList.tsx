/** The tenants that this person belongs to, and a button to leave them. */
'use client';

import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import { useTenant, type Membership } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Section } from '@/ui/Section';

export function TenantList({ memberships }: { memberships: readonly Membership[] }) {
  const { tenantId: current, name } = useTenant();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Section title="Your tenants">
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Your tenants">
        {memberships.map(({ tenantId, name: called, role, plan }) => (
          <Group component="li" key={tenantId} justify="space-between" gap="sm" wrap="nowrap">
            <div>
              <Group gap={6}>
                <Anchor component={Link} href={`/t/${tenantId}/home`} size="sm" fw={500}>
                  {called}
                </Anchor>
                {tenantId === current && (
                  <Badge variant="default" size="xs" tt="none">
                    This one
                  </Badge>
                )}
              </Group>
              <Text size="xs" c="dimmed">
                {role} · {plan} plan
              </Text>
            </div>
            {tenantId === current && (
              <Button variant="subtle" color="red" size="compact-xs" aria-label={`Leave ${called}`} onClick={() => setLeaving(true)}>
                Leave
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {isLeaving && <LeaveDialog name={name} onClose={() => setLeaving(false)} />}
    </Section>
  );
}

function LeaveDialog({ name, onClose }: { name: string; onClose(): void }) {
  const trpc = useTRPC();
  const leave = useMutation(trpc.members.leave.mutationOptions({ onSuccess: () => window.location.assign('/') }));
  return (
    <ConfirmDialog
      title={`Leave ${name}?`}
      confirmLabel="Leave the tenant"
      isBusy={leave.isPending || leave.isSuccess}
      refusal={leave.isError ? <RefusalNote error={leave.error} /> : null}
      onConfirm={() => leave.mutate({})}
      onClose={onClose}
    >
      You lose access at once. To return, you need a new invitation.
    </ConfirmDialog>
  );
}
