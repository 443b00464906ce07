/** Positions kept by the browser between visits. Losing them costs a layout, so nothing here may fail loudly. */
import type { Point, Positions } from './picture';

const PREFIX = 'faultline.positions.';
const MOST_NODES = 6_000;

export function readPositions(key: string): Positions {
  try {
    const rows = JSON.parse(window.localStorage.getItem(PREFIX + key) ?? '[]') as [string, number, number][];
    return new Map(rows.map(([id, x, y]): [string, Point] => [id, { x, y }]));
  } catch {
    return new Map();
  }
}

export function writePositions(key: string, positions: Positions): void {
  const rows = [...positions].slice(-MOST_NODES).map(([id, { x, y }]) => [id, Math.round(x), Math.round(y)]);
  try {
    window.localStorage.setItem(PREFIX + key, JSON.stringify(rows));
  } catch {
    // Storage is full or forbidden: the next visit lays out anew.
  }
}
