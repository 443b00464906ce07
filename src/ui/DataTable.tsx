/** A table that sorts by its headings and holds only the rows in sight, so that a long one opens and scrolls as fast as a short one; on a phone each row is a card. */
'use client';

import { Group, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import classes from './DataTable.module.css';
import { sortRows, type Sorting } from './sortRows';
import { usePrinting } from './usePrinting';

export interface Column<Row> {
  key: string;
  title: string;
  render(row: Row): ReactNode;
  /** What the column sorts by; a column without it does not sort. */
  sortBy?(row: Row): string | number;
  isNumber?: boolean;
  /** Left out on paper: something to press. */
  isScreenOnly?: boolean;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  empty: string;
  selectedKey?: string | null;
  initialSorting?: Sorting;
  /** Of how many the rows are the first, where they are loaded by and by; `isMinimum` where nobody counted further. */
  all?: { count: number; isMinimum?: boolean };
}

const ROW_HEIGHT = 35;
const ROWS_AROUND = 20;
/** A table up to this long is there as a whole, for the page's own search. */
const WHOLE_UP_TO = 90;
/** On paper a table is whole up to this long; of a longer one the first rows are printed, and it says so. */
const PRINTED_UP_TO = 2_000;
const SORT_WORDS = { ascending: IconArrowUp, descending: IconArrowDown } as const;

export function DataTable<Row>({ label, columns, rows, keyOf, empty, selectedKey, initialSorting, all }: Props<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(initialSorting ?? null);
  const frame = useRef<HTMLDivElement>(null);
  const sorted = useMemo(() => {
    const column = columns.find(({ key }) => key === sorting?.key);
    return column?.sortBy === undefined || sorting === null ? rows : sortRows(rows, column.sortBy, sorting.order);
  }, [rows, columns, sorting]);
  const turn = (key: string): void =>
    setSorting((held) => ({ key, order: held?.key === key && held.order === 'ascending' ? 'descending' : 'ascending' }));

  const { isPrinting, isWhole, first, last, above, below, measure } = useRowsInSight(sorted.length, frame);

  return (
    <div className={classes.frame} role="region" aria-label={label} tabIndex={0} ref={frame} data-long={!isWhole || undefined}>
      {rows.length > 0 && (
        <Table role="table" stickyHeader verticalSpacing={6} horizontalSpacing="sm" aria-label={label} aria-rowcount={sorted.length + 1}>
          <Table.Thead role="rowgroup">
            <Table.Tr role="row" aria-rowindex={1}>
              {columns.map((column) => (
                <Heading
                  key={column.key}
                  column={column}
                  order={sorting?.key === column.key ? sorting.order : null}
                  onTurn={() => turn(column.key)}
                />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {above > 0 && <Spacer height={above} width={columns.length} />}
            {sorted.slice(first, last + 1).map((row, offset) => (
              <Row
                key={keyOf(row)}
                row={row}
                columns={columns}
                index={first + offset}
                isSelected={keyOf(row) === selectedKey}
                measure={measure}
              />
            ))}
            {below > 0 && <Spacer height={below} width={columns.length} />}
          </Table.Tbody>
        </Table>
      )}
      {isPrinting && <PrintedPart loaded={sorted.length} all={all} />}
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" py="xl">
          {empty}
        </Text>
      )}
    </div>
  );
}

/** What is on paper may be handed to somebody who cannot scroll on: it never looks like all where it is a part. */
function PrintedPart({ loaded, all }: { loaded: number; all: Props<never>['all'] }) {
  const printed = Math.min(loaded, PRINTED_UP_TO);
  const count = Math.max(loaded, all?.count ?? 0);
  if (printed === count && all?.isMinimum !== true) return null;
  return (
    <Text size="sm" p="sm">
      {`Showing the first ${printed.toLocaleString('en')} of ${count.toLocaleString('en')}${all?.isMinimum === true ? ' or more' : ''} rows.`}
    </Text>
  );
}

interface RowsInSight {
  isPrinting: boolean;
  isWhole: boolean;
  /** Indexes of the rows that are drawn, both included. */
  first: number;
  last: number;
  /** Pixels that stand for the others. */
  above: number;
  below: number;
  measure: ((element: Element | null) => void) | undefined;
}

function useRowsInSight(count: number, frame: RefObject<HTMLDivElement | null>): RowsInSight {
  const isPrinting = usePrinting();
  const isWhole = isPrinting || count <= WHOLE_UP_TO;
  // eslint-disable-next-line react-hooks/incompatible-library -- Which rows are in sight is read while rendering, and nothing below is kept by it.
  const virtual = useVirtualizer({
    count,
    enabled: !isWhole,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_AROUND,
  });
  if (isWhole)
    return {
      isPrinting,
      isWhole,
      first: 0,
      last: Math.min(count, isPrinting ? PRINTED_UP_TO : WHOLE_UP_TO) - 1,
      above: 0,
      below: 0,
      measure: undefined,
    };
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    isPrinting,
    isWhole,
    first: first?.index ?? 0,
    last: last?.index ?? -1,
    above: first?.start ?? 0,
    below: virtual.getTotalSize() - (last?.end ?? 0),
    measure: virtual.measureElement,
  };
}

interface RowProps<Data> {
  row: Data;
  columns: readonly Column<Data>[];
  index: number;
  isSelected: boolean;
  measure: RowsInSight['measure'];
}

/** Written anew only where something of its own has changed; columns that keep their identity let a long table scroll smoothly. Of plain cells: there may be a thousand in sight. */
const Row = memo(function Row<Data>({ row, columns, index, isSelected, measure }: RowProps<Data>) {
  return (
    <tr
      role="row"
      data-index={index}
      ref={measure}
      aria-rowindex={index + 2}
      data-selected={isSelected || undefined}
      className={classes.row}
    >
      {columns.map(({ key, title, render, isNumber, isScreenOnly }) => (
        <td role="cell" key={key} data-number={isNumber === true || undefined} data-title={title} data-screen-only={isScreenOnly}>
          {render(row)}
        </td>
      ))}
    </tr>
  );
}) as <Data>(props: RowProps<Data>) => ReactNode;

/** Stands for the rows that are out of sight. */
function Spacer({ height, width }: { height: number; width: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={width} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

function Heading<Row>({ column, order, onTurn }: { column: Column<Row>; order: Sorting['order'] | null; onTurn: () => void }) {
  if (column.sortBy === undefined)
    return (
      <Table.Th role="columnheader" data-screen-only={column.isScreenOnly}>
        {column.title}
      </Table.Th>
    );
  const SortIcon = order === null ? IconArrowsSort : SORT_WORDS[order];
  return (
    <Table.Th role="columnheader" aria-sort={order ?? 'none'} ta={column.isNumber === true ? 'right' : 'left'}>
      <UnstyledButton onClick={onTurn} className={classes.heading}>
        <Group gap={4} wrap="nowrap" justify={column.isNumber === true ? 'flex-end' : 'flex-start'}>
          {column.title}
          <SortIcon size={12} aria-hidden="true" />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}
