/** Spreads items that lie over each other, each as near to where it was as there is room. Pure. */
import type { Sized } from './elkEngine';
import type { Point } from './picture';

/** The whole takes about this many times the area of the items, so that edges can be seen between them. */
const AIRINESS = 3;
const TURNS_PER_STEP = 10;

/** Corners in which no two items come nearer than `gap`. Larger items choose first. */
export function removeOverlap(items: readonly Sized[], centres: ReadonlyMap<string, Point>, gap: number): Map<string, Point> {
  const scale = scaleOf(items, centres, gap);
  const cell = Math.max(1, ...items.map(({ width, height }) => Math.max(width, height) + gap));
  const taken = new Map<string, { x: number; y: number; width: number; height: number }[]>();
  const corners = new Map<string, Point>();
  const inOrder = [...items].sort((a, b) => b.width * b.height - a.width * a.height || (a.id < b.id ? -1 : 1));
  for (const { id, width, height } of inOrder) {
    const centre = centres.get(id) ?? { x: 0, y: 0 };
    const wanted = { x: centre.x * scale - width / 2, y: centre.y * scale - height / 2 };
    const corner = firstFree(wanted, width, height, gap, cell, taken);
    const key = `${Math.floor(corner.x / cell)} ${Math.floor(corner.y / cell)}`;
    taken.set(key, [...(taken.get(key) ?? []), { ...corner, width, height }]);
    corners.set(id, corner);
  }
  return corners;
}

/** How much the arrangement has to grow to hold its items with air between them; it never shrinks. */
function scaleOf(items: readonly Sized[], centres: ReadonlyMap<string, Point>, gap: number): number {
  const needed = items.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0) * AIRINESS;
  const xs = items.map(({ id }) => centres.get(id)?.x ?? 0);
  const ys = items.map(({ id }) => centres.get(id)?.y ?? 0);
  const area = (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
  return area > 0 ? Math.max(1, Math.sqrt(needed / area)) : 1;
}

/** Along a spiral outwards from the wanted corner. */
function firstFree(
  wanted: Point,
  width: number,
  height: number,
  gap: number,
  cell: number,
  taken: ReadonlyMap<string, { x: number; y: number; width: number; height: number }[]>,
): Point {
  const step = Math.min(width, height) / 2 + gap / 2;
  for (let turn = 0; ; turn++) {
    const radius = (step * turn) / TURNS_PER_STEP;
    const angle = turn * 2.399963;
    const corner = { x: wanted.x + radius * Math.cos(angle), y: wanted.y + radius * Math.sin(angle) };
    if (isFree(corner, width, height, gap, cell, taken)) return corner;
  }
}

function isFree(
  { x, y }: Point,
  width: number,
  height: number,
  gap: number,
  cell: number,
  taken: ReadonlyMap<string, { x: number; y: number; width: number; height: number }[]>,
): boolean {
  const column = Math.floor(x / cell);
  const row = Math.floor(y / cell);
  // No item is larger than a cell, so only the cells around can hold one that is in the way.
  for (let c = column - 1; c <= column + 1; c++) {
    for (let r = row - 1; r <= row + 1; r++) {
      for (const other of taken.get(`${c} ${r}`) ?? []) {
        if (x < other.x + other.width + gap && other.x < x + width + gap && y < other.y + other.height + gap && other.y < y + height + gap)
          return false;
      }
    }
  }
  return true;
}
