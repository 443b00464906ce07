/** One row of a table, and the spacer for rows out of sight. */
'use client';

import { Checkbox } from '@mantine/core';
import { memo, type CSSProperties, type ReactNode } from 'react';
import type { Column } from './tableColumns';
import classes from './DataTable.module.css';

export interface RowActions {
  toggle(index: number, isRange: boolean): void;
  setActive(index: number): void;
}

interface Props<Data> {
  row: Data;
  columns: readonly Column<Data>[];
  index: number;
  isSelected: boolean;
  measure: ((element: Element | null) => void) | undefined;
  work: RowWork | null;
}

/** What a row of a working table needs. Plain values and stable functions, so that a row renders again only when its own data changes. */
export interface RowWork {
  id: string;
  /** The name used in its checkbox's label; null if rows cannot be selected. */
  choiceName: string | null;
  isChosen: boolean;
  isActive: boolean;
  /** The tracks of the row's grid. */
  template: string;
  height: number;
  actions: { readonly current: RowActions };
}

function isSameRow<Data>(before: Props<Data>, after: Props<Data>): boolean {
  const { work: was, ...held } = before;
  const { work: is, ...now } = after;
  return (Object.keys(now) as (keyof typeof now)[]).every((name) => Object.is(held[name], now[name])) && isSameWork(was, is);
}

function isSameWork(was: RowWork | null, is: RowWork | null): boolean {
  if (was === null || is === null) return was === is;
  return (Object.keys(is) as (keyof RowWork)[]).every((name) => Object.is(was[name], is[name]));
}

/**
 * Renders again only when its own data changes; stable columns keep a long table scrolling smoothly. Plain cells, because a thousand may be
 * in sight.
 */
export const TableRow = memo(function TableRow<Data>({ row, columns, index, isSelected, measure, work }: Props<Data>) {
  const attributes =
    work === null
      ? {}
      : {
          id: `row-${work.id}`,
          'aria-selected': work.choiceName === null ? isSelected : work.isChosen,
          'data-active': work.isActive || undefined,
          style: { height: work.height, gridTemplateColumns: work.template } satisfies CSSProperties,
          onClick: () => work.actions.current.setActive(index),
        };
  return (
    <tr
      role="row"
      data-index={index}
      ref={measure}
      aria-rowindex={index + 2}
      data-selected={isSelected || work?.isChosen || undefined}
      className={classes.row}
      {...attributes}
    >
      {work !== null && work.choiceName !== null && (
        <td role="gridcell" className={classes.tick} data-screen-only>
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={`Select ${work.choiceName}`}
            checked={work.isChosen}
            onChange={(event) => work.actions.current.toggle(index, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </td>
      )}
      {columns.map(({ key, title, render, isNumber, isScreenOnly }) => (
        <td
          role={work === null ? 'cell' : 'gridcell'}
          key={key}
          data-number={isNumber === true || undefined}
          data-title={title}
          data-screen-only={isScreenOnly}
        >
          {render(row)}
        </td>
      ))}
    </tr>
  );
}, isSameRow) as <Data>(props: Props<Data>) => ReactNode;

/** Takes the place of rows out of sight; its height is in pixels. */
export function Spacer({ height, width }: { height: number; width: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={width} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
