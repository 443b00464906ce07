/** Deletes a window that has not started. */
'use client';

import { RefusalNote } from '@/client/RefusalNote';
import type { Maintenance } from '@/contract/maintenance';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { useWindowChange } from './useWindowChange';

export function DeleteWindowDialog({ window, onClose }: { window: Maintenance; onClose(): void }) {
  const { remove } = useWindowChange(window, onClose);
  return (
    <ConfirmDialog
      title={`Delete the maintenance of ${window.name}`}
      confirmLabel="Delete"
      isBusy={remove.isPending}
      refusal={remove.error !== null && <RefusalNote error={remove.error} />}
      onConfirm={() => remove.mutate({ id: window.id })}
      onClose={onClose}
    >
      It has not started yet. You cannot undo this, but you can plan it again.
    </ConfirmDialog>
  );
}
