/** Places by springs: everything pushes everything else away, what is joined pulls (Fruchterman and Reingold, 1991). Always ends, and gives the same places for the same graph. Pure. */
import type { Joined } from './elkEngine';
import type { Point } from './picture';

/** The distance at which a push and a pull cancel out. */
const REST = 190;
/** Towards the middle, so that what is joined to nothing stays near. */
const GRAVITY = 0.6;
const GOLDEN_ANGLE = 2.399963;
const MOST_STEPS = 180;
const FEWEST_STEPS = 40;
/** Pairs that are looked at in all; more items get fewer steps. */
const MOST_PAIRS = 40_000_000;

/** Centres of the items, by id; joins to others than these count for nothing. Takes time in proportion to items² up to a bound of its own. */
export function springPlaces(ids: readonly string[], joins: readonly Joined[]): Map<string, Point> {
  const order = [...ids].sort();
  const index = new Map(order.map((id, at) => [id, at]));
  const pairs = joins.flatMap(({ source, target }) => {
    const [from, to] = [index.get(source), index.get(target)];
    return from === undefined || to === undefined || from === to ? [] : [[from, to] as const];
  });
  const xs = Float64Array.from(order, (_, at) => REST * 0.6 * Math.sqrt(at + 0.5) * Math.cos(at * GOLDEN_ANGLE));
  const ys = Float64Array.from(order, (_, at) => REST * 0.6 * Math.sqrt(at + 0.5) * Math.sin(at * GOLDEN_ANGLE));
  const steps = Math.round(Math.min(MOST_STEPS, Math.max(FEWEST_STEPS, MOST_PAIRS / Math.max(1, order.length ** 2))));
  for (let step = 0; step < steps; step++) move(xs, ys, pairs, 2 * REST * (1 - step / steps));
  return new Map(order.map((id, at): [string, Point] => [id, { x: xs[at] ?? 0, y: ys[at] ?? 0 }]));
}

/** One step, in which nothing goes farther than `reach`. */
function move(xs: Float64Array, ys: Float64Array, pairs: readonly (readonly [number, number])[], reach: number): void {
  const count = xs.length;
  const dx = new Float64Array(count);
  const dy = new Float64Array(count);
  for (let a = 0; a < count; a++) {
    const [ax, ay] = [xs[a]!, ys[a]!];
    for (let b = a + 1; b < count; b++) {
      const x = ax - xs[b]!;
      const y = ay - ys[b]!;
      const push = (REST * REST) / Math.max(1, x * x + y * y);
      dx[a]! += x * push;
      dy[a]! += y * push;
      dx[b]! -= x * push;
      dy[b]! -= y * push;
    }
  }
  for (const [a, b] of pairs) {
    const x = xs[a]! - xs[b]!;
    const y = ys[a]! - ys[b]!;
    const pull = Math.sqrt(x * x + y * y) / REST;
    dx[a]! -= x * pull;
    dy[a]! -= y * pull;
    dx[b]! += x * pull;
    dy[b]! += y * pull;
  }
  for (let at = 0; at < count; at++) {
    const x = dx[at]! - xs[at]! * GRAVITY;
    const y = dy[at]! - ys[at]! * GRAVITY;
    const length = Math.max(1e-9, Math.sqrt(x * x + y * y));
    const far = Math.min(length, reach) / length;
    xs[at]! += x * far;
    ys[at]! += y * far;
  }
}
