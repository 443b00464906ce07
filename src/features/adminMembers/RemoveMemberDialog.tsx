/** Asks before ending somebody's access. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefusalNote } from '@/client/RefusalNote';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { Member } from '@/contract/people';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { notify } from '@/ui/notify';

export function RemoveMemberDialog({ member: { userId, name, email }, onClose }: { member: Member; onClose(): void }) {
  const tenant = useTenant();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.members.remove.mutationOptions({
      onSuccess: async () => {
        notify({ message: `${name} is no longer a member.` });
        onClose();
        await queryClient.invalidateQueries(trpc.members.pathFilter());
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove from the tenant"
      isBusy={remove.isPending}
      refusal={remove.isError ? <RefusalNote error={remove.error} /> : null}
      onConfirm={() => remove.mutate({ userId })}
      onClose={onClose}
    >
      {email} loses access to {tenant.name} at once. The account stays, and what {name} changed stays in the log. API keys that {name}{' '}
      created keep working.
    </ConfirmDialog>
  );
}
