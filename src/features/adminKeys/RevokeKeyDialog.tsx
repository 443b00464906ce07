/** Asks before revoking a key. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC } from '@/client/trpc';
import type { ApiKey } from '@/contract/apiKeys';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { notify } from '@/ui/notify';

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.apiKeys.revoke.mutationOptions({
      onSuccess: async ({ name }) => {
        notify({ message: `${name} was revoked.` });
        onClose();
        await queryClient.invalidateQueries(trpc.apiKeys.pathFilter());
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}?`}
      confirmLabel="Revoke the key"
      isBusy={revoke.isPending}
      refusal={revoke.isError ? <RefusalNote error={revoke.error} /> : null}
      onConfirm={() => revoke.mutate({ id: apiKey.id })}
      onClose={onClose}
    >
      Every program that uses it is refused within five seconds. This cannot be undone; create a new key if you need one.
    </ConfirmDialog>
  );
}
