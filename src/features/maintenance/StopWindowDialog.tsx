/** Asks before a window ends early, or before one that has not started is deleted. */
'use client';

import { RefusalNote } from '@/client/RefusalNote';
import type { Maintenance } from '@/contract/maintenance';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { useWindowChange } from './useWindowChange';

export function StopWindowDialog({ kind, window, onClose }: { kind: 'end' | 'delete'; window: Maintenance; onClose(): void }) {
  const { update, remove } = useWindowChange(window, onClose);
  const { isPending, error } = kind === 'end' ? update : remove;
  return (
    <ConfirmDialog
      title={`${kind === 'end' ? 'End' : 'Delete'} the maintenance of ${window.name}`}
      confirmLabel={kind === 'end' ? 'End it now' : 'Delete'}
      isBusy={isPending}
      refusal={error !== null && <RefusalNote error={error} />}
      onConfirm={() => {
        // An end in the past means now by the server's clock, whatever this clock says.
        if (kind === 'end') update.mutate({ id: window.id, endsAt: window.startsAt });
        else remove.mutate({ id: window.id });
      }}
      onClose={onClose}
    >
      {kind === 'end'
        ? 'From now on, failures open incidents and send events again. If something is failing already, an incident can open at once.'
        : 'It has not started yet. You cannot undo this, but you can plan it again.'}
    </ConfirmDialog>
  );
}
