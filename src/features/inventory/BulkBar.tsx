/** What can be done with the selected rows. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ScenarioButton } from '@/client/ScenarioButton';
import { countOf } from '@/plain/counts';
import type { InventoryKind } from '@/contract/bulk';
import { laterPart } from '@/ui/laterPart';
import { DeleteDialog } from './DeleteDialog';
import classes from './InventoryPage.module.css';
import { rowName, type InventoryRow } from './inventoryRow';
import { factsOf } from './kindFacts';
import { useNamesOf } from './useNames';

const BulkEditDialog = laterPart(async () => (await import('./BulkEditDialog')).BulkEditDialog);

export function BulkBar({ kind, rows, onClear }: { kind: InventoryKind; rows: readonly InventoryRow[]; onClear: () => void }) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const names = useNamesOf(kind, rows);
  const { singular, plural } = factsOf(kind);
  const first = rows[0];
  const done = (): void => {
    setDialog(null);
    onClear();
  };
  return (
    <Group gap={8} className={classes.bulk} role="group" aria-label="Selected rows">
      <Text size="sm" role="status">
        {countOf(rows.length, singular, plural)} selected
      </Text>
      <Button variant="default" leftSection={<IconPencil size={14} aria-hidden="true" />} onClick={() => setDialog('edit')}>
        Change a field
      </Button>
      <Button variant="default" leftSection={<IconTrash size={14} aria-hidden="true" />} onClick={() => setDialog('delete')}>
        Delete
      </Button>
      {kind !== 'dependency' && <ScenarioButton size="xs" entities={rows.map(({ id }) => ({ kind, id }))} />}
      <Button variant="subtle" leftSection={<IconX size={14} aria-hidden="true" />} onClick={onClear}>
        Clear selection
      </Button>
      {dialog === 'edit' && <BulkEditDialog kind={kind} rows={rows} names={names} onClose={() => setDialog(null)} onDone={done} />}
      {dialog === 'delete' && first !== undefined && (
        <DeleteDialog
          kind={kind}
          ids={rows.map(({ id }) => id)}
          name={rowName(first, names)}
          onClose={() => setDialog(null)}
          onDeleted={done}
        />
      )}
    </Group>
  );
}
