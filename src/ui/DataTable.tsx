/** A table that sorts by its headings and shows more on demand, so that a long one opens as fast as a short one. */
'use client';

import { Button, Center, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import classes from './DataTable.module.css';
import { sortRows, type Sorting } from './sortRows';

export interface Column<Row> {
  key: string;
  title: string;
  render(row: Row): ReactNode;
  /** What the column sorts by; a column without it does not sort. */
  sortBy?(row: Row): string | number;
  isNumber?: boolean;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  empty: string;
  selectedKey?: string | null;
  initialSorting?: Sorting;
}

const ROWS_AT_ONCE = 100;
const SORT_WORDS = { ascending: IconArrowUp, descending: IconArrowDown } as const;

export function DataTable<Row>({ label, columns, rows, keyOf, empty, selectedKey, initialSorting }: Props<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(initialSorting ?? null);
  const [shownCount, setShownCount] = useState(ROWS_AT_ONCE);
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === sorting?.key);
    return column?.sortBy === undefined || sorting === null ? rows : sortRows(rows, column.sortBy, sorting.order);
  }, [rows, columns, sorting]);
  const turn = (key: string): void => setSorting((held) => ({ key, order: held?.key === key && held.order === 'ascending' ? 'descending' : 'ascending' }));

  return (
    <div className={classes.frame} role="region" aria-label={label} tabIndex={0}>
      <Table stickyHeader highlightOnHover verticalSpacing={6} horizontalSpacing="sm" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} order={sorting?.key === column.key ? sorting.order : null} onTurn={() => turn(column.key)} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.slice(0, shownCount).map((row) => (
            <Table.Tr key={keyOf(row)} data-selected={keyOf(row) === selectedKey || undefined} className={classes.row}>
              {columns.map(({ key, render, isNumber }) => (
                <Table.Td key={key} ta={isNumber === true ? 'right' : 'left'}>
                  {render(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" py="xl">
          {empty}
        </Text>
      )}
      {rows.length > shownCount && (
        <Center py="sm">
          <Button variant="default" onClick={() => setShownCount(shownCount + ROWS_AT_ONCE)}>
            Show {Math.min(ROWS_AT_ONCE, rows.length - shownCount)} more of {rows.length.toLocaleString('en')}
          </Button>
        </Center>
      )}
    </div>
  );
}

function Heading<Row>({ column, order, onTurn }: { column: Column<Row>; order: Sorting['order'] | null; onTurn: () => void }) {
  if (column.sortBy === undefined) return <Table.Th>{column.title}</Table.Th>;
  const SortIcon = order === null ? IconArrowsSort : SORT_WORDS[order];
  return (
    <Table.Th aria-sort={order ?? 'none'} ta={column.isNumber === true ? 'right' : 'left'}>
      <UnstyledButton onClick={onTurn} className={classes.heading}>
        <Group gap={4} wrap="nowrap" justify={column.isNumber === true ? 'flex-end' : 'flex-start'}>
          {column.title}
          <SortIcon size={12} aria-hidden="true" />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
