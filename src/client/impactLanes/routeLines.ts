/** The ways of lines between lanes: curves in the gaps between slices, and straight through a slice only where nothing stands. Pure. */
import type { Point } from '@/canvas/model/picture';
import type { PlacedLanes, Slice } from './placeLanes';

/** Where a line begins or ends: along at the border of what it joins, across at a height of it. */
export interface Port {
  slice: number;
  along: number;
  across: number;
}

/** Pieces of a curve between two slices: more would not be seen. */
const CURVE_PIECES = 18;
/** What a line keeps from what it passes, where there is room. */
const CLEARANCE = 4;
/** A way between two items of one slice swings out so far into the gap behind it. */
const SWING = 18;

/** From a port at the end of a slice to one at the beginning of a later one; between two of the same slice, around the end of it. */
export function route(lanes: Pick<PlacedLanes, 'slices' | 'runsDown' | 'size'>, from: Port, to: Port): Point[] {
  const way = from.slice === to.slice ? around(lanes.slices[from.slice]!, from, to) : through(lanes, from, to);
  return way.map(([along, across]) => (lanes.runsDown ? { x: across, y: along } : { x: along, y: across }));
}

type Place = readonly [along: number, across: number];

function through({ slices, runsDown, size }: Pick<PlacedLanes, 'slices' | 'runsDown' | 'size'>, from: Port, to: Port): Place[] {
  const start = slices[from.slice]!;
  const end = slices[to.slice]!;
  const most = runsDown ? size.width : size.height;
  const way: Place[] = [[from.along, from.across]];
  let [along, across] = [start.to, from.across];
  if (from.along !== along) way.push([along, across]);
  for (let at = from.slice + 1; at < to.slice; at++) {
    const slice = slices[at]!;
    // Straight towards the end as far as what stands here lets it.
    const part = (slice.from - along) / Math.max(1, end.from - along);
    const lane = nearestLane(slice, across + (to.across - across) * part, most);
    curve(way, [along, across], [slice.from, lane]);
    way.push([slice.to, lane]);
    [along, across] = [slice.to, lane];
  }
  curve(way, [along, across], [end.from, to.across]);
  if (to.along !== end.from) way.push([to.along, to.across]);
  return way;
}

/** Where a line may pass a slice, nearest to `wanted`: between what stands there, before the first or behind the last. */
function nearestLane({ taken }: Slice, wanted: number, most: number): number {
  if (taken.length === 0) return wanted;
  const sorted = [...taken].sort((a, b) => a.start - b.start);
  const edges = [-Infinity, ...sorted.flatMap(({ start, end }) => [start, end]), Infinity];
  let best = wanted;
  let least = Infinity;
  for (let at = 0; at < edges.length; at += 2) {
    const [low, high] = [edges[at]!, edges[at + 1]!];
    // Above the first item of a column stands its heading; outside a picture there is nothing.
    if (high - low < 4 || (at === 0 && high < 2 * CLEARANCE)) continue;
    const clearance = Math.min(CLEARANCE, (high - low) / 2);
    const lane = Math.min(high - clearance, Math.max(low + clearance, at === 0 ? Math.max(wanted, high - 2 * CLEARANCE) : wanted));
    const off = Math.abs(lane - wanted) + (lane > most ? most : 0);
    if (off < least) [least, best] = [off, lane];
  }
  return best;
}

/** Leaves and arrives along. */
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

function around({ to: end }: Slice, from: Port, to: Port): Place[] {
  const way: Place[] = [[from.along, from.across]];
  if (from.along !== end) way.push([end, from.across]);
  for (let piece = 1; piece < CURVE_PIECES; piece++) {
    const t = piece / CURVE_PIECES;
    way.push([end + SWING * 4 * t * (1 - t), from.across + (to.across - from.across) * (3 * t * t - 2 * t ** 3)]);
  }
  if (to.along !== end) way.push([end, to.across]);
  way.push([to.along, to.across]);
  return way;
}
