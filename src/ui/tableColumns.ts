/** The definition of a table's columns and actions, and its row model. */
import {
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  functionalUpdate,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type RowData,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, useState, type ReactNode } from 'react';
import { compareValues } from './compareValues';

export interface Column<Row> {
  key: string;
  title: string;
  render(row: Row): ReactNode;
  /** What the column sorts by; a column without it and without `order` cannot be sorted. */
  sortBy?(row: Row): string | number;
  /** The name of this column's order, where the sender of the rows sorts them. */
  order?: string;
  isNumber?: boolean;
  /** Left out on paper: a control. */
  isScreenOnly?: boolean;
  /** A CSS grid track; only for a working table. */
  width?: string;
}

export interface Sorting {
  key: string;
  order: 'ascending' | 'descending';
}

/** Where the sender of the rows sorts them: a column's `order`, with a minus in front for descending. */
export interface SentOrder {
  sort: string;
  onSort(sort: string): void;
  /** The page in that order, for whom has no script yet: headings are links then. */
  hrefOf?(sort: string): string;
}

/** Makes a table a working table: rows are selected and opened by mouse or keyboard, and more are loaded near the end. */
export interface TableWork<Row> extends SentOrder {
  /** In pixels. */
  rowHeight: number;
  hidden: readonly string[];
  /** How many rows there are, loaded or not. */
  total: number;
  /** Null if rows cannot be selected. */
  chosen: ReadonlySet<string> | null;
  onChoose(chosen: ReadonlySet<string>): void;
  openKey: string | null;
  onOpen(key: string): void;
  nameOf(row: Row): string;
  /** Indexes of the first and last row in sight. */
  onSight(first: number, last: number): void;
  /** The rows to print: index of the first, and one past the last. */
  printed: { from: number; to: number };
}

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

interface Options<Row extends RowData> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  initialSorting: Sorting | undefined;
  work: TableWork<Row> | undefined;
  sent: SentOrder | undefined;
}

export type TableModel<Row extends RowData> = ReturnType<typeof useTableModel<Row>>;

export function useTableModel<Row extends RowData>({ columns, rows, keyOf, initialSorting, work, sent = work }: Options<Row>) {
  const [own, setOwn] = useState<SortingState>(
    initialSorting === undefined ? [] : [{ id: initialSorting.key, desc: initialSorting.order === 'descending' }],
  );
  const { hidden, chosen = null } = work ?? {};
  const { sort } = sent ?? {};
  const sorting = useMemo(() => (sort === undefined ? own : sortingOf(columns, sort)), [columns, sort, own]);
  const table = useTable({
    features,
    data: rows as Row[],
    columns: useMemo(() => definitionsOf(columns), [columns]),
    getRowId: keyOf,
    enableRowSelection: chosen !== null,
    enableSortingRemoval: false,
    enableMultiSort: false,
    manualSorting: sent !== undefined,
    onSortingChange: (update) => {
      const next = functionalUpdate(update, sorting);
      if (sent === undefined) setOwn(next);
      else sent.onSort(nameOfSorting(columns, next));
    },
    state: useMemo(
      () => ({
        sorting,
        columnVisibility: Object.fromEntries((hidden ?? []).map((key) => [key, false])),
        rowSelection: Object.fromEntries([...(chosen ?? [])].map((key) => [key, true])),
      }),
      [sorting, hidden, chosen],
    ),
  });
  const visible = table.getVisibleLeafColumns();
  const shown = useMemo(() => visible.flatMap(({ id }) => columns.find(({ key }) => key === id) ?? []), [visible, columns]);
  return { table, shown, rows: table.getRowModel().rows, hrefOf: sent?.hrefOf };
}

function definitionsOf<Row extends RowData>(columns: readonly Column<Row>[]) {
  const helper = createColumnHelper<typeof features, Row>();
  return helper.columns(
    columns.map(({ key, title, sortBy, order }) =>
      helper.accessor((row) => sortBy?.(row), {
        id: key,
        header: title,
        enableSorting: sortBy !== undefined || order !== undefined,
        sortDescFirst: false,
        sortFn: (left, right, id) => compareValues(left.getValue(id), right.getValue(id)),
      }),
    ),
  );
}

function sortingOf<Row>(columns: readonly Column<Row>[], sort: string): SortingState {
  const desc = sort.startsWith('-');
  const column = columns.find(({ order }) => order === (desc ? sort.slice(1) : sort));
  return column === undefined ? [] : [{ id: column.key, desc }];
}

function nameOfSorting<Row>(columns: readonly Column<Row>[], [by]: SortingState): string {
  const order = columns.find(({ key }) => key === by?.id)?.order ?? '';
  return by?.desc === true ? `-${order}` : order;
}
