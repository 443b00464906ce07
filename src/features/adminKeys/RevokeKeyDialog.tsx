/** Asks before a key is revoked. */
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
        notify({ message: `${name} is revoked.` });
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
      Within five seconds every program that uses it is refused. A revoked key never works again; make a new one instead.
    </ConfirmDialog>
  );
}
