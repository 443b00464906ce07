/** Ends a window early. */
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
      // An end in the past means now by the server's clock, whatever this clock says.
      onConfirm={() => update.mutate({ id: window.id, endsAt: window.startsAt })}
      onClose={onClose}
    >
      From now on, failures open incidents and send events again. If something is failing already, an incident can open at once.
    </ConfirmDialog>
  );
}
