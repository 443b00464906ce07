/** The table of one kind: its fields as columns, links by name, loaded a page at a time while scrolling. */
'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { InventoryKind } from '@/contract/bulk';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { usePrinting } from '@/ui/usePrinting';
import { Cell } from './Cell';
import { columnsOf } from './columnsOf';
import classes from './InventoryTable.module.css';
import { rowName, type InventoryRow } from './inventoryRow';
import { useNamesOf } from './useNames';
import { useCurrencyOf } from './useSave';
import { ROWS_A_PAGE } from './useRows';
import { useStandings } from './useStandings';
import type { TableSettings } from './useTableSettings';

interface Props {
  kind: InventoryKind;
  label: string;
  rows: readonly InventoryRow[];
  total: number;
  settings: TableSettings;
  sort: string;
  openId: string | null;
  /** Null if rows cannot be selected. */
  chosen: ReadonlySet<string> | null;
  onChoose(chosen: ReadonlySet<string>): void;
  onSort(sort: string): void;
  onOpen(id: string): void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore(): void;
}

interface Sight {
  first: number;
  last: number;
}

const ROW_HEIGHTS = { compact: 34, comfortable: 44 } as const;
const keyOf = ({ id }: InventoryRow): string => id;

export function InventoryTable({ kind, label, rows, total, settings, sort, openId, chosen, onChoose, onSort, onOpen, ...more }: Props) {
  const [sight, setSight] = useState<Sight>({ first: 0, last: 0 });
  const onSight = useCallback(
    (first: number, last: number) => setSight((held) => (held.first === first && held.last === last ? held : { first, last })),
    [],
  );
  const { hasMore, isLoadingMore, onMore } = more;
  useEffect(() => {
    if (hasMore && !isLoadingMore && sight.last >= rows.length - ROWS_A_PAGE / 2) onMore();
  }, [hasMore, isLoadingMore, sight.last, rows.length, onMore]);
  const { from, to } = pagesInSight(sight);
  const names = useNamesOf(
    kind,
    useMemo(() => rows.slice(from, to), [rows, from, to]),
  );
  const standings = useStandings(kind, rows, sight);
  const currency = useCurrencyOf(kind);
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  const columns = useMemo(
    () =>
      columnsOf(kind, currency).map((column): Column<InventoryRow> => {
        const { name, label: title, width, sortBy, isNumber } = column;
        const render = (row: InventoryRow) => (
          <Cell kind={kind} column={column} row={row} names={names} standing={standings.get(row.id)} onOpen={(id) => open.current(id)} />
        );
        return { key: name, title, width, isNumber, ...(sortBy === null ? {} : { order: sortBy }), render };
      }),
    [kind, currency, names, standings],
  );
  const isPrinting = usePrinting();
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        empty=""
        work={{
          rowHeight: ROW_HEIGHTS[settings.density],
          hidden: settings.hidden,
          total,
          sort,
          onSort,
          chosen,
          onChoose,
          openKey: openId,
          onOpen,
          nameOf: (row) => rowName(row, names),
          onSight,
          printed: { from, to },
        }}
      />
      {isPrinting && (rows.length > to || total > rows.length || from > 0) && (
        <p className={classes.printed}>
          Rows {(from + 1).toLocaleString('en')} to {Math.min(to, rows.length).toLocaleString('en')} of {total.toLocaleString('en')}. The
          CSV export contains all of them.
        </p>
      )}
    </>
  );
}

/** The range of rows, in whole pages, whose link names are loaded and which are printed. */
function pagesInSight({ first, last }: Sight): { from: number; to: number } {
  return { from: Math.floor(first / ROWS_A_PAGE) * ROWS_A_PAGE, to: (Math.floor(last / ROWS_A_PAGE) + 1) * ROWS_A_PAGE };
}
