/** What makes a table a working table: one grid with an active row, and rows that are selected and opened. */
'use client';

import type { RowData } from '@tanstack/react-table';
import { useEffect, useRef, type AriaRole, type HTMLAttributes, type RefObject } from 'react';
import type { Column, TableModel, TableWork } from './tableColumns';
import type { RowActions } from './TableRow';
import type { RowsInSight } from './useRowsInSight';
import { useTableKeys } from './useTableKeys';

export interface RowsWork<Row> {
  work: TableWork<Row>;
  /** The tracks of each row's grid. */
  template: string;
  /** Index of the row that keys act on; -1 for none. */
  active: number;
  /** Always the same object, so that a row renders again only when its own data changes. */
  actions: RefObject<RowActions>;
}

const TICK_WIDTH = '40px';
const NOTHING_TO_WORK = { chosen: null, onChoose: (): void => undefined, onOpen: (): void => undefined };

/** `attributes` belong on the frame; `rowWork` is null for a reading table, which is a scrolling region. */
export function useTableWork<Row extends RowData>(
  work: TableWork<Row> | undefined,
  model: TableModel<Row>,
  { first, last, reveal }: RowsInSight,
  label: string,
): { attributes: HTMLAttributes<HTMLElement> & { role: AriaRole }; rowWork: RowsWork<Row> | null } {
  const { chosen, onChoose, onOpen } = work ?? NOTHING_TO_WORK;
  const keys = useTableKeys({
    keys: work === undefined ? [] : model.rows.map(({ id }) => id),
    table: label,
    chosen,
    onChoose,
    onOpen,
    reveal,
  });
  const actions = useRef<RowActions>(keys);
  const onSight = work?.onSight;
  useEffect(() => {
    actions.current = keys;
  });
  useEffect(() => onSight?.(first, last), [onSight, first, last]);
  if (work === undefined) return { attributes: { role: 'region' }, rowWork: null };
  const activeKey = keys.active >= first && keys.active <= last ? model.rows[keys.active]?.id : undefined;
  return {
    attributes: {
      role: 'grid',
      'aria-rowcount': work.total + 1,
      'aria-multiselectable': chosen !== null,
      onKeyDown: keys.onKeyDown,
      ...(activeKey === undefined ? {} : { 'aria-activedescendant': `row-${activeKey}` }),
    },
    rowWork: { work, template: templateOf(model.shown, chosen !== null), active: keys.active, actions },
  };
}

function templateOf<Row>(shown: readonly Column<Row>[], hasTick: boolean): string {
  return [...(hasTick ? [TICK_WIDTH] : []), ...shown.map(({ width }) => width ?? '1fr')].join(' ');
}
