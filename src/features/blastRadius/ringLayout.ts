/** Concentric rings: the origin in the middle, each component on the ring of its depth, next to what it was reached from. Pure. */
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
const GAP = 128;

/** Takes time in proportion to the items (and their sorting). */
export function ringLayout(items: readonly RingItem[]): Rings {
  const levels: RingItem[][] = [];
  for (const item of items) (levels[item.depth] ??= []).push(item);
  const angles = new Map<string, number>();
  const positions = new Map<string, Point>();
  const radii: number[] = [];
  let inner = 0;
  Array.from(levels, (level) => level ?? []).forEach((level, depth) => {
    const needed = (level.length * ARC) / (2 * Math.PI);
    const radius = depth === 0 ? (level.length === 1 ? 0 : Math.max(70, needed)) : Math.max(inner + GAP, needed);
    radii.push(radius);
    inner = radius;
    placeLevel(level, radius, angles, positions);
  });
  return { positions, radii };
}

/**
 * Spreads a level evenly, in the order of the angles of what its members were reached from, turned so that they stand as near to those as an
 * even spread allows.
 */
function placeLevel(level: readonly RingItem[], radius: number, angles: Map<string, number>, positions: Map<string, Point>): void {
  const wanted = new Map(level.map(({ id, from }) => [id, from === null ? 0 : (angles.get(from) ?? 0)]));
  const inOrder = [...level].sort((a, b) => (wanted.get(a.id) ?? 0) - (wanted.get(b.id) ?? 0));
  const step = (2 * Math.PI) / Math.max(1, inOrder.length);
  const turn = meanAngle(inOrder.map(({ id }, index) => (wanted.get(id) ?? 0) - index * step));
  inOrder.forEach(({ id }, index) => {
    const angle = turn + index * step;
    angles.set(id, wrap(angle));
    positions.set(id, { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) });
  });
}

/** 0 up to a full turn. */
function wrap(angle: number): number {
  const turn = 2 * Math.PI;
  return ((angle % turn) + turn) % turn;
}

function meanAngle(all: readonly number[]): number {
  const x = all.reduce((sum, angle) => sum + Math.cos(angle), 0);
  const y = all.reduce((sum, angle) => sum + Math.sin(angle), 0);
  return Math.abs(x) + Math.abs(y) < 1e-9 ? 0 : Math.atan2(y, x);
}
