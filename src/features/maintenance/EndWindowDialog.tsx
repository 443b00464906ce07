/** Ends a window before its time. */
'use client';

import { RefusalNote } from '@/client/RefusalNote';
import type { Maintenance } from '@/contract/maintenance';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { useWindowChange } from './useWindowChange';

export function EndWindowDialog({ window, onClose }: { window: Maintenance; onClose(): void }) {
  const { update } = useWindowChange(window, onClose);
  return (
    <ConfirmDialog
      title={`End the maintenance of ${window.name}`}
      confirmLabel="End it now"
      isBusy={update.isPending}
      refusal={update.error !== null && <RefusalNote error={update.error} />}
      // An end that is past means now by the clock of the server, whatever this one says.
      onConfirm={() => update.mutate({ id: window.id, endsAt: window.startsAt })}
      onClose={onClose}
    >
      From now on its trouble opens incidents and sends events again. What is wrong already opens one at once.
    </ConfirmDialog>
  );
}
