/** Turns an arrangement so that its edges, taken together, lead to the right: windows are wider than high, and reading goes that way. */
import type { Point } from './picture';

/** All places turned about the origin; without a common direction they stay. */
export function rotatePicture(
  places: ReadonlyMap<string, Point>,
  joins: readonly { source: string; target: string }[],
): Map<string, Point> {
  let x = 0;
  let y = 0;
  for (const { source, target } of joins) {
    const from = places.get(source);
    const to = places.get(target);
    if (from === undefined || to === undefined) continue;
    x += to.x - from.x;
    y += to.y - from.y;
  }
  const length = Math.hypot(x, y);
  const cos = length < 1e-9 ? 1 : x / length;
  const sin = length < 1e-9 ? 0 : y / length;
  return new Map(
    [...places].map(([id, place]): [string, Point] => [id, { x: place.x * cos + place.y * sin, y: place.y * cos - place.x * sin }]),
  );
}
