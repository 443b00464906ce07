/** Concentric rings: the origin in the middle, each component on the ring of its depth, on the side of what it was reached from. Pure. */
import type { Point } from '@/ui/graph/picture';

export interface RingItem {
  id: string;
  /** 0 for the origin. */
  depth: number;
  /** What it was reached from; null for the origin. */
  from: string | null;
}

export interface Rings {
  positions: Map<string, Point>;
  /** Radius of the ring of each depth, from 1; index 0 is the origin's own circle, 0 for a single one. */
  radii: number[];
}

/** Room for a node and its label along a ring, and between two rings. */
const ARC = 104;
const GAP = 122;
const TURN = 2 * Math.PI;
/** A ring has this much more room than its nodes need side by side, so that they can gather on one side. */
const SLACK = 1.25;

/** Takes time in proportion to the items (and their sorting). */
export function ringLayout(items: readonly RingItem[]): Rings {
  const levels: RingItem[][] = [];
  for (const item of items) (levels[item.depth] ??= []).push(item);
  const wanted = wantedAngles(levels);
  const positions = new Map<string, Point>();
  const radii: number[] = [];
  let inner = 0;
  Array.from(levels, (level) => level ?? []).forEach((level, depth) => {
    const needed = (level.length * ARC * SLACK) / TURN;
    const radius = depth === 0 ? (level.length === 1 ? 0 : Math.max(70, needed)) : Math.max(inner + GAP, needed);
    radii.push(radius);
    inner = radius;
    const inOrder = [...level].sort((a, b) => (wanted.get(a.id) ?? 0) - (wanted.get(b.id) ?? 0));
    const angles = spreadAngles(
      inOrder.map(({ id }) => wanted.get(id) ?? 0),
      radius === 0 ? 0 : ARC / radius,
    );
    inOrder.forEach(({ id }, index) => {
      const angle = angles[index] ?? 0;
      positions.set(id, { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) });
    });
  });
  return { positions, radii };
}

/** Each item the middle of a sector within that of what it was reached from, as wide as the broadest ring that hangs on it. */
function wantedAngles(levels: readonly (readonly RingItem[])[]): Map<string, number> {
  const breadths = breadthsOf(levels);
  const sectors = new Map<string | null, { next: number; scale: number }>([[null, { next: 0, scale: TURN }]]);
  const angles = new Map<string, number>();
  const total = new Map<string | null, number>();
  for (const level of levels) for (const { id, from } of level) total.set(from, (total.get(from) ?? 0) + (breadths.get(id) ?? 1));
  for (const level of levels) {
    for (const { id, from } of level) {
      const parent = sectors.get(from) ?? { next: 0, scale: TURN };
      const width = (parent.scale * (breadths.get(id) ?? 1)) / (total.get(from) ?? 1);
      angles.set(id, parent.next + width / 2);
      sectors.set(id, { next: parent.next, scale: width });
      parent.next += width;
    }
  }
  return angles;
}

/** Of each item, the most items on one ring among those that were reached through it. */
function breadthsOf(levels: readonly (readonly RingItem[])[]): Map<string, number> {
  const perRing = new Map<string, number[]>();
  for (const level of [...levels].reverse()) {
    for (const { id, from } of level) {
      const mine = perRing.get(id) ?? [];
      if (from === null) continue;
      const theirs = perRing.get(from) ?? [];
      [1, ...mine].forEach((count, ring) => {
        theirs[ring] = (theirs[ring] ?? 0) + count;
      });
      perRing.set(from, theirs);
    }
  }
  return new Map(levels.flat().map(({ id }) => [id, Math.max(1, ...(perRing.get(id) ?? []))]));
}

/** The angles nearest to the wanted ones (which must rise) that stand at least `apart` from each other around the circle; evenly spread where they cannot. */
export function spreadAngles(wanted: readonly number[], apart: number): number[] {
  const count = wanted.length;
  if (count < 2) return [...wanted];
  const cut = widestGap(wanted);
  const line = wanted.map((_, index) => (wanted[(index + cut) % count] ?? 0) + (index + cut >= count ? TURN : 0));
  const spread = rising(line.map((angle, index) => angle - index * apart)).map((angle, index) => angle + index * apart);
  const span = (spread[count - 1] ?? 0) - (spread[0] ?? 0);
  const settled = span <= TURN - apart ? spread : evenly(line);
  return wanted.map((_, index) => settled[(index - cut + count) % count] ?? 0);
}

/** Index behind the widest gap between neighbours. */
function widestGap(angles: readonly number[]): number {
  let best = 0;
  let widest = -1;
  angles.forEach((angle, index) => {
    const before = index === 0 ? (angles[angles.length - 1] ?? 0) - TURN : (angles[index - 1] ?? 0);
    if (angle - before > widest + 1e-9) {
      widest = angle - before;
      best = index;
    }
  });
  return best;
}

/** The rising numbers with the least squared distance to the given ones (pool adjacent violators). */
function rising(values: readonly number[]): number[] {
  const pools: { sum: number; count: number }[] = [];
  for (const value of values) {
    let pool = { sum: value, count: 1 };
    for (let last = pools.at(-1); last !== undefined && last.sum / last.count > pool.sum / pool.count; last = pools.at(-1)) {
      pools.pop();
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count };
    }
    pools.push(pool);
  }
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}

function evenly(angles: readonly number[]): number[] {
  const step = TURN / angles.length;
  const start = angles.reduce((sum, angle, index) => sum + angle - index * step, 0) / angles.length;
  return angles.map((_, index) => start + index * step);
}
