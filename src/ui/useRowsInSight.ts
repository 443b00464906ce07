/** Which rows of a table are rendered: those in sight, all rows of a short table, and on paper those to print. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, type RefObject } from 'react';
import { usePrinting } from './usePrinting';

const ROW_HEIGHT = 35;
const ROWS_AROUND = 20;
/** Above the scrolled rows: the headings stay. */
const HEAD_HEIGHT = 34;
/** A reading table is rendered whole up to this many rows, so that the browser's search finds everything. */
const WHOLE_UP_TO = 90;
/** On paper a table is whole up to this many rows; of a longer one the first rows are printed, and it says so. */
export const PRINTED_UP_TO = 2_000;

interface Options {
  count: number;
  frame: RefObject<HTMLDivElement | null>;
  /** In pixels if all rows are equally tall; null if the content decides. */
  rowHeight: number | null;
  /** Which rows to print, if not simply the first ones. */
  printed: { from: number; to: number } | undefined;
}

export interface RowsInSight {
  isPrinting: boolean;
  isWhole: boolean;
  /** Indexes of the rendered rows, both included. */
  first: number;
  last: number;
  /** Pixels that stand for the other rows. */
  above: number;
  below: number;
  measure: ((element: Element | null) => void) | undefined;
  reveal(index: number): void;
}

export function useRowsInSight({ count, frame, rowHeight, printed }: Options): RowsInSight {
  const isPrinting = usePrinting();
  const isWhole = isPrinting || (rowHeight === null && count <= WHOLE_UP_TO);
  const height = rowHeight ?? ROW_HEIGHT;
  // eslint-disable-next-line react-hooks/incompatible-library -- The rows in sight are read while rendering; nothing below caches them.
  const virtual = useVirtualizer({
    count,
    enabled: !isWhole,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: ROWS_AROUND,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  useEffect(() => virtual.measure(), [virtual, height]);
  const reveal = (index: number): void => virtual.scrollToIndex(index);
  if (isWhole) {
    const { from, to } = printed ?? { from: 0, to: PRINTED_UP_TO };
    const [first, last] = isPrinting ? [from, Math.min(count, to) - 1] : [0, count - 1];
    return { isPrinting, isWhole, first, last, above: 0, below: 0, measure: undefined, reveal };
  }
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    isPrinting,
    isWhole,
    first: first?.index ?? 0,
    last: last?.index ?? -1,
    above: first?.start ?? 0,
    below: virtual.getTotalSize() - (last?.end ?? 0),
    measure: rowHeight === null ? virtual.measureElement : undefined,
    reveal,
  };
}
