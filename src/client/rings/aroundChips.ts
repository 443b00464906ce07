/** Finds routes between chips that avoid the chips in between: straight where possible, otherwise around the corners. Pure. */
import type { Box, Point } from '@/canvas/model/picture';

/** Distance from a chip to lines that pass it, in pixels. Chips are at least twice as far apart. */
export const CLEARANCE = 5;

export interface Obstacle {
  id: string;
  box: Box;
}

/** Finds routes between any two of `chips`. Chips must not overlap, and must be at least two CLEARANCEs apart. */
export class WaysAround {
  private readonly corners: Point[];
  /** Whether two corners see each other, by their numbers. */
  private readonly seen = new Map<number, boolean>();

  constructor(private readonly chips: readonly Obstacle[]) {
    this.corners = chips
      .flatMap(({ box: { x, y, width, height } }) => [
        { x: x - CLEARANCE, y: y - CLEARANCE },
        { x: x + width + CLEARANCE, y: y - CLEARANCE },
        { x: x - CLEARANCE, y: y + height + CLEARANCE },
        { x: x + width + CLEARANCE, y: y + height + CLEARANCE },
      ])
      .filter((point) => !chips.some(({ box }) => isInside(point, box)));
  }

  /** The shortest route from border to border; empty if there is none. */
  between(from: Obstacle, to: Obstacle): Point[] {
    const [start, end] = [middleOf(from.box), middleOf(to.box)];
    const bends = this.isFree(start, end, from.id, to.id) ? [] : this.bends(start, end, from.id, to.id);
    if (bends === null) return [];
    return [onBorder(from.box, bends[0] ?? end), ...bends, onBorder(to.box, bends.at(-1) ?? start)];
  }

  /** A* search over the corners. */
  private bends(start: Point, end: Point, fromId: string, toId: string): Point[] | null {
    const { corners } = this;
    const best = new Map<number, { length: number; before: number | null }>();
    const open = new Map<number, number>();
    const reach = (corner: number, length: number, before: number | null): void => {
      if (length >= (best.get(corner)?.length ?? Infinity)) return;
      best.set(corner, { length, before });
      open.set(corner, length + distance(corners[corner]!, end));
    };
    corners.forEach((corner, at) => {
      if (this.isFree(start, corner, fromId)) reach(at, distance(start, corner), null);
    });
    let [found, shortest] = [null as number | null, Infinity];
    for (;;) {
      const [next, least] = [...open].reduce((a, b) => (b[1] < a[1] ? b : a), [-1, Infinity]);
      if (next === -1 || least >= shortest) break;
      open.delete(next);
      const { length } = best.get(next)!;
      if (this.isFree(corners[next]!, end, toId) && length + distance(corners[next]!, end) < shortest)
        [found, shortest] = [next, length + distance(corners[next]!, end)];
      corners.forEach((corner, at) => {
        if (at !== next && this.isFreeBetween(next, at)) reach(at, length + distance(corners[next]!, corner), next);
      });
    }
    if (found === null) return null;
    const way: Point[] = [];
    for (let at: number | null = found; at !== null; at = best.get(at)!.before) way.push(corners[at]!);
    return way.reverse();
  }

  private isFreeBetween(a: number, b: number): boolean {
    const key = Math.min(a, b) * this.corners.length + Math.max(a, b);
    let isFree = this.seen.get(key);
    if (isFree === undefined) {
      isFree = this.isFree(this.corners[a]!, this.corners[b]!);
      this.seen.set(key, isFree);
    }
    return isFree;
  }

  private isFree(a: Point, b: Point, ...joined: string[]): boolean {
    return !this.chips.some(({ id, box }) => !joined.includes(id) && passesThrough(a, b, box));
  }
}

function middleOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function isInside({ x, y }: Point, box: Box): boolean {
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
}

/** Whether a straight line passes through the inside of a box. Clips the line at all four sides: more than a point must remain. */
export function passesThrough(a: Point, b: Point, { x, y, width, height }: Box): boolean {
  let [first, last] = [0, 1];
  const cuts = [
    [a.x - b.x, a.x - x],
    [b.x - a.x, x + width - a.x],
    [a.y - b.y, a.y - y],
    [b.y - a.y, y + height - a.y],
  ];
  for (const [run = 0, room = 0] of cuts) {
    if (run === 0 && room <= 0) return false;
    if (run < 0) first = Math.max(first, room / run);
    if (run > 0) last = Math.min(last, room / run);
  }
  return last - first > 1e-9;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The point where the line from the center of a box to `towards` crosses its border. */
function onBorder(box: Box, towards: Point): Point {
  const middle = middleOf(box);
  const [dx, dy] = [towards.x - middle.x, towards.y - middle.y];
  const reach = Math.max(Math.abs(dx) / (box.width / 2), Math.abs(dy) / (box.height / 2));
  return reach <= 1 ? middle : { x: middle.x + dx / reach, y: middle.y + dy / reach };
}
