/** One table of the inventory: any number of rows, of which only those in sight are drawn; used by mouse or by keyboard alone. */
'use client';

import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { columnVisibilityFeature, createColumnHelper, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { InventoryKind } from '@/contract/bulk';
import { usePrinting } from '@/ui/usePrinting';
import { Cell } from './Cell';
import { columnsOf, type InventoryColumn } from './columnsOf';
import classes from './EntityTable.module.css';
import { rowName, type InventoryRow, type Names } from './inventoryRow';
import { useNamesOf } from './useNames';
import { useCurrencyOf } from './useSave';
import { ROWS_A_PAGE } from './useRows';
import type { TableSettings } from './useTableSettings';

interface Props {
  kind: InventoryKind;
  label: string;
  rows: readonly InventoryRow[];
  total: number;
  settings: TableSettings;
  sort: string;
  openId: string | null;
  /** Null where nothing may be chosen. */
  chosen: ReadonlySet<string> | null;
  onChoose(chosen: ReadonlySet<string>): void;
  onSort(sort: string): void;
  onOpen(id: string): void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore(): void;
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
const helper = createColumnHelper<typeof features, InventoryRow>();
const ROW_HEIGHTS = { compact: 34, comfortable: 44 } as const;
const TICK_WIDTH = '40px';

export function EntityTable(props: Props) {
  const { kind, label, rows, total, settings, chosen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const currency = useCurrencyOf(kind);
  const columns = useMemo(() => columnsOf(kind, currency), [kind, currency]);
  const table = useTable({
    features,
    data: rows as InventoryRow[],
    columns: useMemo(
      () => helper.columns(columns.map(({ name, label: header }) => helper.accessor((row) => row[name], { id: name, header }))),
      [columns],
    ),
    getRowId: ({ id }) => id,
    enableRowSelection: chosen !== null,
    state: useMemo(
      () => ({
        columnVisibility: Object.fromEntries(settings.hidden.map((name) => [name, false])),
        rowSelection: Object.fromEntries([...(chosen ?? [])].map((id) => [id, true])),
      }),
      [settings.hidden, chosen],
    ),
  });
  const visible = table.getVisibleLeafColumns();
  const shown = useMemo(() => visible.flatMap(({ id }) => columns.find(({ name }) => name === id) ?? []), [visible, columns]);
  const template = `${chosen === null ? '' : `${TICK_WIDTH} `}${shown.map(({ width }) => width).join(' ')}`;
  const height = ROW_HEIGHTS[settings.density];
  // eslint-disable-next-line react-hooks/incompatible-library -- Which rows are in sight is read while rendering, and nothing below is kept by it.
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 12,
    scrollPaddingStart: 34,
  });
  const items = virtual.getVirtualItems();
  useEffect(() => virtual.measure(), [virtual, height]);
  const lastShown = items.at(-1)?.index ?? 0;
  const { hasMore, isLoadingMore, onMore } = props;
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastShown >= rows.length - ROWS_A_PAGE / 2) onMore();
  }, [hasMore, isLoadingMore, lastShown, rows.length, onMore]);
  const { from, to } = pagesInSight(items[0]?.index ?? 0, lastShown);
  const names = useNamesOf(
    kind,
    useMemo(() => rows.slice(from, to), [rows, from, to]),
  );
  const isPrinting = usePrinting();
  const drawn = isPrinting ? rows.slice(from, to).map((_, place) => ({ index: from + place, start: 0 })) : items;
  const keys = useTableKeys(props, (index) => virtual.scrollToIndex(index));
  const models = table.getRowModel().rows;
  const actions = useRef<RowActions>({ toggle: keys.toggle, setActive: keys.setActive, open: props.onOpen });
  useEffect(() => {
    actions.current = { toggle: keys.toggle, setActive: keys.setActive, open: props.onOpen };
  });

  return (
    <>
      <div
        ref={frame}
        className={classes.frame}
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-multiselectable={chosen !== null}
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
        {...(items.some(({ index }) => index === keys.active) ? { 'aria-activedescendant': `row-${rows[keys.active]?.id ?? ''}` } : {})}
      >
        <div className={classes.grid} role="presentation">
          <div role="rowgroup">
            <div className={classes.head} style={{ gridTemplateColumns: template }} role="row" aria-rowindex={1}>
              {chosen !== null && (
                <div className={classes.tick} role="columnheader" aria-label="Chosen">
                  <Checkbox
                    size="xs"
                    aria-label={`Choose all ${rows.length.toLocaleString('en')} loaded`}
                    checked={rows.length > 0 && chosen.size >= rows.length}
                    indeterminate={chosen.size > 0 && chosen.size < rows.length}
                    onChange={() => props.onChoose(chosen.size >= rows.length ? new Set() : new Set(rows.map(({ id }) => id)))}
                  />
                </div>
              )}
              {shown.map((column) => (
                <Heading key={column.name} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </div>
          </div>
          <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
            {drawn.map(({ index, start }) => {
              const model = models[index];
              if (model === undefined) return null;
              const row = model.original;
              return (
                <Row
                  key={row.id}
                  kind={kind}
                  row={row}
                  index={index}
                  names={names}
                  columns={shown}
                  template={template}
                  top={start}
                  height={height}
                  isChosen={model.getIsSelected()}
                  isOpen={row.id === props.openId}
                  isActive={index === keys.active}
                  hasTick={chosen !== null}
                  actions={actions}
                />
              );
            })}
          </div>
        </div>
      </div>
      {isPrinting && (rows.length > to || total > rows.length || from > 0) && (
        <p className={classes.printed}>
          Rows {(from + 1).toLocaleString('en')} to {Math.min(to, rows.length).toLocaleString('en')} of {total.toLocaleString('en')}. The
          export as CSV holds all of them.
        </p>
      )}
    </>
  );
}

interface RowActions {
  toggle(index: number, isRange: boolean): void;
  setActive(index: number): void;
  open(id: string): void;
}

interface RowProps {
  kind: InventoryKind;
  row: InventoryRow;
  index: number;
  names: Names;
  columns: readonly InventoryColumn[];
  template: string;
  top: number;
  height: number;
  isChosen: boolean;
  isOpen: boolean;
  isActive: boolean;
  hasTick: boolean;
  /** The same object for ever, so that a row is drawn again only when something of its own has changed. */
  actions: { readonly current: RowActions };
}

const Row = memo(function Row({
  kind,
  row,
  index,
  names,
  columns,
  template,
  top,
  height,
  isChosen,
  isOpen,
  isActive,
  hasTick,
  actions,
}: RowProps) {
  return (
    <div
      id={`row-${row.id}`}
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={hasTick ? isChosen : isOpen}
      data-chosen={isChosen || isOpen || undefined}
      data-active={isActive || undefined}
      style={{ transform: `translateY(${top}px)`, height, gridTemplateColumns: template }}
      onClick={() => actions.current.setActive(index)}
    >
      {hasTick && (
        <div className={classes.tick} role="gridcell">
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={`Choose ${rowName(row, names)}`}
            checked={isChosen}
            onChange={(event) => actions.current.toggle(index, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </div>
      )}
      {columns.map((column) => (
        <div key={column.name} role="gridcell" className={`${classes.cell} ${column.isNumber ? classes.isNumber : ''}`}>
          <Cell kind={kind} column={column} row={row} names={names} onOpen={(id) => actions.current.open(id)} />
        </div>
      ))}
    </div>
  );
});

function Heading({ column, sort, onSort }: { column: InventoryColumn; sort: string; onSort: (sort: string) => void }) {
  const { label, sortBy, isNumber } = column;
  const style = `${classes.heading} ${isNumber ? classes.isNumber : ''}`;
  if (sortBy === null)
    return (
      <div role="columnheader" className={style}>
        {label}
      </div>
    );
  const order = sort === sortBy ? 'ascending' : sort === `-${sortBy}` ? 'descending' : 'none';
  return (
    <div role="columnheader" aria-sort={order} className={style}>
      <UnstyledButton className={classes.sorter} onClick={() => onSort(order === 'ascending' ? `-${sortBy}` : sortBy)}>
        {label}
        {order === 'ascending' && <IconArrowUp size={12} aria-hidden="true" />}
        {order === 'descending' && <IconArrowDown size={12} aria-hidden="true" />}
      </UnstyledButton>
    </div>
  );
}

/** The pages that are in sight: their links are known by name, and they are what is printed; the others come when somebody gets there. */
function pagesInSight(first: number, last: number): { from: number; to: number } {
  return { from: Math.floor(first / ROWS_A_PAGE) * ROWS_A_PAGE, to: (Math.floor(last / ROWS_A_PAGE) + 1) * ROWS_A_PAGE };
}

/** Arrows or j and k go from row to row, Enter opens, x chooses, with Shift from the last chosen one on. */
function useTableKeys({ rows, chosen, onChoose, onOpen, kind }: Props, reveal: (index: number) => void) {
  const [{ index: active, of }, setHeld] = useState({ index: -1, of: kind });
  const anchor = useRef<number | null>(null);
  const setActive = (index: number): void => setHeld({ index, of: kind });
  // Another table begins without an active row.
  if (of !== kind) setActive(-1);
  const toggle = (index: number, isRange: boolean): void => {
    const row = rows[index];
    if (chosen === null || row === undefined) return;
    const next = new Set(chosen);
    const isAdding = !chosen.has(row.id);
    const [from, to] =
      isRange && anchor.current !== null ? [Math.min(anchor.current, index), Math.max(anchor.current, index)] : [index, index];
    for (const { id } of rows.slice(from, to + 1)) {
      if (isAdding) next.add(id);
      else next.delete(id);
    }
    anchor.current = index;
    onChoose(next);
  };
  const go = (index: number): void => {
    const to = Math.min(rows.length - 1, Math.max(0, index));
    setActive(to);
    reveal(to);
  };
  const actions: Readonly<Record<string, (isShift: boolean) => void>> = {
    ArrowDown: () => go(active + 1),
    j: () => go(active + 1),
    ArrowUp: () => go(active - 1),
    k: () => go(active - 1),
    PageDown: () => go(active + 15),
    PageUp: () => go(active - 15),
    Home: () => go(0),
    End: () => go(rows.length - 1),
    x: (isShift) => toggle(active, isShift),
    X: () => toggle(active, true),
    ' ': (isShift) => toggle(active, isShift),
    Enter: () => {
      const row = rows[active];
      if (row !== undefined) onOpen(row.id);
    },
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const action = actions[event.key];
    // What stands inside a row or a heading keeps its own keys.
    if (action === undefined || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action(event.shiftKey);
  };
  return { active, setActive, toggle, onKeyDown };
}
