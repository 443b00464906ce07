/** Positions held while the page is open, and kept by the browser between visits. Losing them costs a layout, so nothing here may fail loudly. */
import type { Point, Positions } from './picture';

const PREFIX = 'faultline.positions.';
const MOST_NODES = 6_000;

/** What this page holds, for all pictures of one arrangement. */
const held = new Map<string, Positions>();
const listeners = new Set<() => void>();

/** The same object until places are added. */
export function positionsOf(key: string): Positions {
  const known = held.get(key) ?? readPositions(key);
  held.set(key, known);
  return known;
}

export function addPositions(key: string, places: Positions): void {
  const merged = new Map([...positionsOf(key), ...places]);
  held.set(key, merged);
  writePositions(key, merged);
  for (const listener of listeners) listener();
}

/** Calls back after each change of any arrangement. Answers how to end that. */
export function onPositionsAdded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readPositions(key: string): Positions {
  try {
    const rows = JSON.parse(window.localStorage.getItem(PREFIX + key) ?? '[]') as [string, number, number][];
    return new Map(rows.map(([id, x, y]): [string, Point] => [id, { x, y }]));
  } catch {
    return new Map();
  }
}

function writePositions(key: string, positions: Positions): void {
  const rows = [...positions].slice(-MOST_NODES).map(([id, { x, y }]) => [id, Math.round(x), Math.round(y)]);
  try {
    window.localStorage.setItem(PREFIX + key, JSON.stringify(rows));
  } catch {
    // Storage is full or forbidden: the next visit lays out anew.
  }
}
