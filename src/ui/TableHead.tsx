/** The headings of a table: sortable ones are buttons, and in a working table one checkbox selects all rows. */
'use client';

import { Checkbox, Group, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import type { MouseEvent } from 'react';
import type { Column, TableModel, TableWork } from './tableColumns';
import classes from './DataTable.module.css';

const SORT_WORDS = { asc: 'ascending', desc: 'descending' } as const;
const SORT_ICONS = { asc: IconArrowUp, desc: IconArrowDown } as const;

interface Props<Row extends RowData> {
  model: TableModel<Row>;
  work: TableWork<Row> | undefined;
  template: string | undefined;
}

export function TableHead<Row extends RowData>({ model: { table, shown, rows, hrefOf }, work, template }: Props<Row>) {
  const chosen = work?.chosen ?? null;
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1} style={template === undefined ? undefined : { gridTemplateColumns: template }}>
        {work !== undefined && chosen !== null && (
          <th role="columnheader" aria-label="Selected" className={classes.tick} data-screen-only>
            <Checkbox
              size="xs"
              aria-label={`Select all ${rows.length.toLocaleString('en')} loaded`}
              checked={rows.length > 0 && chosen.size >= rows.length}
              indeterminate={chosen.size > 0 && chosen.size < rows.length}
              onChange={() => work.onChoose(chosen.size >= rows.length ? new Set() : new Set(rows.map(({ id }) => id)))}
            />
          </th>
        )}
        {shown.map((column) => {
          const sorter = table.getColumn(column.key);
          const sorted = sorter?.getIsSorted() ?? false;
          // Of figures, the largest are asked for first.
          const turnsDown = sorted === false ? column.isNumber === true : sorted === 'asc';
          return (
            <Heading
              key={column.key}
              column={column}
              sorted={sorter?.getCanSort() === true ? sorted : null}
              href={column.order === undefined ? undefined : hrefOf?.(turnsDown ? `-${column.order}` : column.order)}
              onTurn={() => sorter?.toggleSorting(turnsDown)}
            />
          );
        })}
      </tr>
    </thead>
  );
}

/** Whether the browser opens what is pressed in another tab or window, or saves it. */
function opensElsewhere({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}

interface HeadingProps<Row> {
  column: Column<Row>;
  /** Null for a column that cannot be sorted. */
  sorted: false | 'asc' | 'desc' | null;
  /** The page in the order that a press leads to, if it has an address. */
  href: string | undefined;
  onTurn: () => void;
}

function Heading<Row>({ column: { title, isNumber, isScreenOnly }, sorted, href, onTurn }: HeadingProps<Row>) {
  if (sorted === null)
    return (
      <th role="columnheader" data-screen-only={isScreenOnly} data-number={isNumber === true || undefined}>
        {title}
      </th>
    );
  const SortIcon = sorted === false ? IconArrowsSort : SORT_ICONS[sorted];
  const words = (
    <Group gap={4} wrap="nowrap" justify={isNumber === true ? 'flex-end' : 'flex-start'}>
      {title}
      <SortIcon size={12} aria-hidden="true" />
    </Group>
  );
  return (
    <th role="columnheader" aria-sort={sorted === false ? 'none' : SORT_WORDS[sorted]} data-number={isNumber === true || undefined}>
      {href === undefined ? (
        <UnstyledButton onClick={onTurn} className={classes.heading}>
          {words}
        </UnstyledButton>
      ) : (
        <UnstyledButton
          component="a"
          href={href}
          className={classes.heading}
          onClick={(event) => {
            if (opensElsewhere(event)) return;
            event.preventDefault();
            onTurn();
          }}
        >
          {words}
        </UnstyledButton>
      )}
    </th>
  );
}
