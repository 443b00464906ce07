/** Asks before revoking a link. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC } from '@/client/trpc';
import type { ShareLink } from '@/contract/shareLinks';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { notify } from '@/ui/notify';

export function RevokeLinkDialog({ link: { id, kind, title }, onClose }: { link: ShareLink; onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const noun = kind === 'badge' ? 'badge' : 'link';
  const revoke = useMutation(
    trpc.shareLinks.revoke.mutationOptions({
      onSuccess: async () => {
        notify({ message: `The ${noun} was revoked.` });
        onClose();
        await queryClient.invalidateQueries(trpc.shareLinks.pathFilter());
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`Revoke the ${noun} to ${title}?`}
      confirmLabel={`Revoke the ${noun}`}
      isBusy={revoke.isPending}
      refusal={revoke.isError ? <RefusalNote error={revoke.error} /> : null}
      onConfirm={() => revoke.mutate({ id })}
      onClose={onClose}
    >
      {kind === 'badge'
        ? 'Pages that show it show “no such badge” within a minute. This cannot be undone.'
        : 'From now on it shows nothing to anyone. This cannot be undone.'}
    </ConfirmDialog>
  );
}
