/** Stands over the log while it shows one change as a whole: who may change the landscape can take it back. */
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
            ? { message: 'Undone, as the change shown now.' }
            : { color: 'yellow', title: 'Undone, except', message: `${left.join('; ')}${more}`, autoClose: false },
        );
        if (made !== null) onNarrow({ changeSetId: made });
      },
      // Not waited for: a refusal is said at once.
      onSettled: () => void cache.invalidateQueries(),
    }),
  );
  return (
    <Group justify="space-between" gap="sm" className={classes.changeSet} role="region" aria-label="This change">
      <Text size="sm">The change that made landscape version {landscapeVersion.toLocaleString('en')}, whole.</Text>
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
          It is taken back by a new change, which can be undone as well. What something later stands in the way of stays as it is, and is
          named.
        </ConfirmDialog>
      )}
    </Group>
  );
}
