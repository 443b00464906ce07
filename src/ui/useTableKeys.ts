/** A table by keyboard: arrows or j and k move between rows, Enter opens, x selects, with Shift from the last selected row on. */
'use client';

import { useRef, useState, type KeyboardEvent } from 'react';

const PAGE = 15;

interface Options {
  /** The keys of the rows, in their order. */
  keys: readonly string[];
  /** Another table starts without an active row. */
  table: string;
  chosen: ReadonlySet<string> | null;
  onChoose(chosen: ReadonlySet<string>): void;
  onOpen(key: string): void;
  /** Scrolls to the row at this index. */
  reveal(index: number): void;
}

export interface TableKeys {
  /** The index of the row that keys act on; -1 for none. */
  active: number;
  setActive(index: number): void;
  toggle(index: number, isRange: boolean): void;
  onKeyDown(event: KeyboardEvent): void;
}

export function useTableKeys({ keys, table, chosen, onChoose, onOpen, reveal }: Options): TableKeys {
  const [{ index: active, of }, setHeld] = useState({ index: -1, of: table });
  const anchor = useRef<number | null>(null);
  const setActive = (index: number): void => setHeld({ index, of: table });
  if (of !== table) setActive(-1);
  const toggle = (index: number, isRange: boolean): void => {
    const key = keys[index];
    if (chosen === null || key === undefined) return;
    const next = new Set(chosen);
    const isAdding = !chosen.has(key);
    const [from, to] =
      isRange && anchor.current !== null ? [Math.min(anchor.current, index), Math.max(anchor.current, index)] : [index, index];
    for (const each of keys.slice(from, to + 1))
      if (isAdding) next.add(each);
      else next.delete(each);
    anchor.current = index;
    onChoose(next);
  };
  const go = (index: number): void => {
    const to = Math.min(keys.length - 1, Math.max(0, index));
    setActive(to);
    reveal(to);
  };
  const actions: Readonly<Record<string, (isShift: boolean) => void>> = {
    ArrowDown: () => go(active + 1),
    j: () => go(active + 1),
    ArrowUp: () => go(active - 1),
    k: () => go(active - 1),
    PageDown: () => go(active + PAGE),
    PageUp: () => go(active - PAGE),
    Home: () => go(0),
    End: () => go(keys.length - 1),
    x: (isShift) => toggle(active, isShift),
    X: () => toggle(active, true),
    ' ': (isShift) => toggle(active, isShift),
    Enter: () => {
      const key = keys[active];
      if (key !== undefined) onOpen(key);
    },
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = actions[event.key];
    // Controls inside a row or a heading handle their own keys.
    if (action === undefined || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action(event.shiftKey);
  };
  return { active, setActive, toggle, onKeyDown };
}
