/** Routes lines between bands: as curves in the gaps between slices, and straight through a slice only where there is free space. Pure. */
import type { Point } from '@/canvas/model/picture';
import type { PlacedBands, Slice } from './placeBands';

/** An end of a line: `along` at the border of its item, `across` at a height of it. */
export interface Port {
  slice: number;
  along: number;
  across: number;
}

/** The number of pieces of a curve between two slices; more would not be visible. */
const CURVE_PIECES = 18;
/** The distance that a line keeps from obstacles if there is room. */
const CLEARANCE = 4;
/** How far a line between two items of one slice swings out into the gap behind it, at most: it stays off the next slice. */
const SWING = 18;

/** Runs from the end of a slice to the start of a later one; within one slice, around its end. */
export function route(placed: Pick<PlacedBands, 'slices' | 'runsDown' | 'size'>, from: Port, to: Port): Point[] {
  const way = from.slice === to.slice ? around(placed.slices, from, to) : through(placed, from, to);
  return way.map(([along, across]) => (placed.runsDown ? { x: across, y: along } : { x: along, y: across }));
}

type Place = readonly [along: number, across: number];

function through({ slices, runsDown, size }: Pick<PlacedBands, 'slices' | 'runsDown' | 'size'>, from: Port, to: Port): Place[] {
  const start = slices[from.slice]!;
  const end = slices[to.slice]!;
  const most = runsDown ? size.width : size.height;
  const way: Place[] = [[from.along, from.across]];
  let [along, across] = [start.to, from.across];
  if (from.along !== along) way.push([along, across]);
  for (let at = from.slice + 1; at < to.slice; at++) {
    const slice = slices[at]!;
    // Straight towards the end, as far as the obstacles here allow.
    const part = (slice.from - along) / Math.max(1, end.from - along);
    const gutter = nearestGutter(slice, across + (to.across - across) * part, most);
    curve(way, [along, across], [slice.from, gutter]);
    way.push([slice.to, gutter]);
    [along, across] = [slice.to, gutter];
  }
  curve(way, [along, across], [end.from, to.across]);
  if (to.along !== end.from) way.push([to.along, to.across]);
  return way;
}

/** Where a line may cross a slice, nearest to `wanted`: between obstacles, before the first or after the last. */
function nearestGutter({ taken }: Slice, wanted: number, most: number): number {
  if (taken.length === 0) return wanted;
  const sorted = [...taken].sort((a, b) => a.start - b.start);
  const edges = [-Infinity, ...sorted.flatMap(({ start, end }) => [start, end]), Infinity];
  let best = wanted;
  let least = Infinity;
  for (let at = 0; at < edges.length; at += 2) {
    const [low, high] = [edges[at]!, edges[at + 1]!];
    // A column's heading is above its first item, and there is nothing outside the picture.
    if (high - low < 4 || (at === 0 && high < 2 * CLEARANCE)) continue;
    const clearance = Math.min(CLEARANCE, (high - low) / 2);
    const gutter = Math.min(high - clearance, Math.max(low + clearance, at === 0 ? Math.max(wanted, high - 2 * CLEARANCE) : wanted));
    const off = Math.abs(gutter - wanted) + (gutter > most ? most : 0);
    if (off < least) [least, best] = [off, gutter];
  }
  return best;
}

/** Leaves and arrives in the direction of the bands. */
function curve(way: Place[], [a, b]: Place, [c, d]: Place): void {
  if (Math.abs(d - b) < 1) {
    way.push([c, d]);
    return;
  }
  for (let piece = 1; piece <= CURVE_PIECES; piece++) {
    const t = piece / CURVE_PIECES;
    const along = a + (c - a) * (1.5 * t * (1 - t) + t ** 3);
    way.push([Math.min(c, Math.max(a, along)), b + (d - b) * (3 * t * t - 2 * t ** 3)]);
  }
}

function around(slices: readonly Slice[], from: Port, to: Port): Place[] {
  const { to: end } = slices[from.slice]!;
  const next = slices[from.slice + 1];
  const swing = next === undefined ? SWING : Math.max(0, Math.min(SWING, next.from - end - 2));
  const way: Place[] = [[from.along, from.across]];
  if (from.along !== end) way.push([end, from.across]);
  for (let piece = 1; piece < CURVE_PIECES; piece++) {
    const t = piece / CURVE_PIECES;
    way.push([end + swing * 4 * t * (1 - t), from.across + (to.across - from.across) * (3 * t * t - 2 * t ** 3)]);
  }
  if (to.along !== end) way.push([end, to.across]);
  way.push([to.along, to.across]);
  return way;
}
