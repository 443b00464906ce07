/** Undoes a change set with a new one, after asking. Nothing for those who may not change the landscape. */
'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefusalNote } from '@/client/RefusalNote';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { isRoleAtLeast } from '@/domain/access';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { notify } from '@/ui/notify';

interface Props extends Pick<ButtonProps, 'size'> {
  changeSetId: string;
  label: string;
  /** For whoever does not see what the button stands beside. */
  spoken?: string;
  /** With the change set that undid it. */
  onUndone?(changeSetId: string): void;
}

const MOST_NAMED = 5;

export function UndoChange({ changeSetId, label, spoken, size, onUndone }: Props) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const { role } = useTenant();
  const [isAsking, { open, close }] = useDisclosure(false);
  const undo = useMutation(
    trpc.changes.undo.mutationOptions({
      onSuccess: ({ changeSetId: made, notRestored }) => {
        close();
        const left = notRestored.slice(0, MOST_NAMED).map(({ technicalName, message }) => `${technicalName}: ${message}`);
        const more = notRestored.length > MOST_NAMED ? `; and ${(notRestored.length - MOST_NAMED).toLocaleString('en')} more` : '';
        notify(
          left.length === 0
            ? { message: 'Undone. The log now shows the change that did it.' }
            : { color: 'yellow', title: 'Undone, except', message: `${left.join('; ')}${more}`, autoClose: false },
        );
        if (made !== null) onUndone?.(made);
      },
      // Not awaited: show a refusal at once.
      onSettled: () => void cache.invalidateQueries(),
    }),
  );
  if (!isRoleAtLeast(role, 'Editor')) return null;
  return (
    <>
      <Button
        variant="default"
        {...(size === undefined ? {} : { size })}
        {...(spoken === undefined ? {} : { 'aria-label': spoken })}
        style={{ flex: 'none' }}
        leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
        onClick={open}
      >
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Undo this change?"
          confirmLabel="Undo it"
          isBusy={undo.isPending}
          refusal={undo.isError && <RefusalNote error={undo.error} />}
          onConfirm={() => undo.mutate({ changeSetId })}
          onClose={close}
        >
          A new change reverts it, which you can undo as well. Anything that a later change prevents from being restored stays as it is and
          is listed.
        </ConfirmDialog>
      )}
    </>
  );
}
