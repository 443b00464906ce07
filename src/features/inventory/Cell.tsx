/** The content of one cell of a table. */
'use client';

import { UnstyledButton } from '@mantine/core';
import type { InventoryKind } from '@/contract/bulk';
import type { EntityStanding } from '@/contract/entityStanding';
import { Timestamp } from '@/ui/Timestamp';
import { cellText } from './cellText';
import type { InventoryColumn } from './columnsOf';
import classes from './InventoryTable.module.css';
import { rowName, type InventoryRow, type Names } from './inventoryRow';
import { StandingCell } from './StandingCell';

interface Props {
  kind: InventoryKind;
  column: InventoryColumn;
  row: InventoryRow;
  names: Names;
  standing: EntityStanding | undefined;
  onOpen(id: string): void;
}

export function Cell({ kind, column: { name, spec, isLive }, row, names, standing, onOpen }: Props) {
  if (isLive === true) return <StandingCell column={name} standing={standing} />;
  if (spec === null) return <Timestamp at={String(row[name])} />;
  const text = cellText(spec, row[name], names);
  const isHandle = kind === 'dependency' ? name === 'sourceComponentId' : name === 'name';
  if (isHandle)
    return (
      <UnstyledButton
        className={classes.name}
        tabIndex={-1}
        title={text}
        onClick={() => onOpen(row.id)}
        aria-label={`Open ${rowName(row, names)}`}
      >
        {text}
      </UnstyledButton>
    );
  return (
    <span title={text} {...(name === 'technicalName' ? { className: classes.mono } : {})}>
      {text}
    </span>
  );
}
