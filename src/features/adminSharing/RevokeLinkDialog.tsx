/** Asks before revoking a link. */
'use client';

import { ConfirmChange } from '@/client/ConfirmChange';
import { useTRPC } from '@/client/trpc';
import type { ShareLink } from '@/contract/shareLinks';

export function RevokeLinkDialog({ link: { id, kind, title }, onClose }: { link: ShareLink; onClose(): void }) {
  const { shareLinks } = useTRPC();
  const noun = kind === 'badge' ? 'badge' : 'link';
  return (
    <ConfirmChange
      title={`Revoke the ${noun} to ${title}?`}
      confirmLabel={`Revoke the ${noun}`}
      change={shareLinks.revoke.mutationOptions()}
      input={{ id }}
      done={`The ${noun} was revoked.`}
      stale={shareLinks.pathFilter()}
      onClose={onClose}
    >
      {kind === 'badge'
        ? 'Pages that show it show “no such badge” within a minute. This cannot be undone.'
        : 'From now on it shows nothing to anyone. This cannot be undone.'}
    </ConfirmChange>
  );
}
