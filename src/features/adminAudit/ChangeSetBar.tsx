/** Shown above the log while it lists one change set. Editors can undo the change set here. */
'use client';

import { Group, Text } from '@mantine/core';
import { UndoChange } from '@/client/changes/UndoChange';
import type { ChangeAuditView } from './auditAddress';
import classes from './AuditTable.module.css';

interface Props {
  changeSetId: string;
  landscapeVersion: number;
  onNarrow: ChangeAuditView;
}

export function ChangeSetBar({ changeSetId, landscapeVersion, onNarrow }: Props) {
  return (
    <Group justify="space-between" gap="sm" className={classes.changeSet} role="region" aria-label="This change">
      <Text size="sm">The change that made landscape version {landscapeVersion.toLocaleString('en')}, with everything in it.</Text>
      <UndoChange changeSetId={changeSetId} label="Undo this change" onUndone={(made) => onNarrow({ changeSetId: made })} />
    </Group>
  );
}
