/** Shown above the log while it lists one change set. Editors can undo the change set here. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefusalNote } from '@/client/RefusalNote';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { isRoleAtLeast } from '@/domain/access';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { notify } from '@/ui/notify';
import type { ChangeAuditView } from './auditAddress';
import classes from './AuditTable.module.css';

interface Props {
  changeSetId: string;
  landscapeVersion: number;
  onNarrow: ChangeAuditView;
}

const MOST_NAMED = 5;

export function ChangeSetBar({ changeSetId, landscapeVersion, onNarrow }: Props) {
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
        if (made !== null) onNarrow({ changeSetId: made });
      },
      // Not awaited: show a refusal at once.
      onSettled: () => void cache.invalidateQueries(),
    }),
  );
  return (
    <Group justify="space-between" gap="sm" className={classes.changeSet} role="region" aria-label="This change">
      <Text size="sm">The change that made landscape version {landscapeVersion.toLocaleString('en')}, with everything in it.</Text>
      {isRoleAtLeast(role, 'Editor') && (
        <Button variant="default" leftSection={<IconArrowBackUp size={14} aria-hidden="true" />} onClick={open}>
          Undo this change
        </Button>
      )}
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
    </Group>
  );
}
