/**
 * The table of every page. It sorts by its headings and renders only the rows in sight, so that a long table opens and scrolls as fast as a
 * short one. Without `work`, each row is a card on a phone; with `work`, rows can be selected and opened by mouse or keyboard.
 */
'use client';

import { Text } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { useRef } from 'react';
import classes from './DataTable.module.css';
import { TableHead } from './TableHead';
import { Spacer, TableRow } from './TableRow';
import { useTableModel, type Column, type SentOrder, type Sorting, type TableModel, type TableWork } from './tableColumns';
import { PRINTED_UP_TO, useRowsInSight, type RowsInSight } from './useRowsInSight';
import { useTableWork, type RowsWork } from './useTableWork';

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  empty: string;
  selectedKey?: string | null;
  initialSorting?: Sorting;
  /** Absent if the table itself sorts the rows that it has. */
  sent?: SentOrder;
  /** How many rows there are in total if they are loaded in pages; `isMinimum` if the count stopped there. */
  all?: { count: number; isMinimum?: boolean };
  work?: TableWork<Row>;
}

export function DataTable<Row extends RowData>(props: Props<Row>) {
  const { label, columns, rows, keyOf, empty, selectedKey, initialSorting, sent, all, work } = props;
  const frame = useRef<HTMLDivElement>(null);
  const model = useTableModel({ columns, rows, keyOf, initialSorting, work, sent });
  const inSight = useRowsInSight({ count: model.rows.length, frame, rowHeight: work?.rowHeight ?? null, printed: work?.printed });
  const { isPrinting, isWhole } = inSight;
  const { attributes, rowWork } = useTableWork(work, model, inSight, label);

  return (
    <div
      className={classes.frame}
      aria-label={label}
      tabIndex={0}
      ref={frame}
      data-long={(work === undefined && !isWhole) || undefined}
      data-work={work !== undefined || undefined}
      {...attributes}
    >
      {rows.length > 0 && (
        <table
          {...(work === undefined ? { role: 'table', 'aria-label': label, 'aria-rowcount': rows.length + 1 } : { role: 'presentation' })}
        >
          <TableHead model={model} work={work} template={rowWork?.template} />
          <TableBody model={model} inSight={inSight} selectedKey={work === undefined ? selectedKey : work.openKey} rowWork={rowWork} />
        </table>
      )}
      {isPrinting && work === undefined && <PrintedPart loaded={rows.length} all={all} />}
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" ta="center" py="xl" px="sm">
          {empty}
        </Text>
      )}
    </div>
  );
}

interface BodyProps<Row extends RowData> {
  model: TableModel<Row>;
  inSight: RowsInSight;
  selectedKey: string | null | undefined;
  rowWork: RowsWork<Row> | null;
}

function TableBody<Row extends RowData>({ model, inSight, selectedKey, rowWork }: BodyProps<Row>) {
  const { first, last, above, below, measure } = inSight;
  const width = model.shown.length + (rowWork !== null && rowWork.work.chosen !== null ? 1 : 0);
  return (
    <tbody role="rowgroup">
      {above > 0 && <Spacer height={above} width={width} />}
      {model.rows.slice(first, last + 1).map((row, offset) => (
        <TableRow
          key={row.id}
          row={row.original}
          columns={model.shown}
          index={first + offset}
          isSelected={row.id === selectedKey}
          measure={measure}
          work={
            rowWork === null
              ? null
              : {
                  id: row.id,
                  choiceName: rowWork.work.chosen === null ? null : rowWork.work.nameOf(row.original),
                  isChosen: row.getIsSelected(),
                  isActive: first + offset === rowWork.active,
                  template: rowWork.template,
                  height: rowWork.work.rowHeight,
                  actions: rowWork.actions,
                }
          }
        />
      ))}
      {below > 0 && <Spacer height={below} width={width} />}
    </tbody>
  );
}

/** A printed table cannot be scrolled: if it shows only a part, it says so. */
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
