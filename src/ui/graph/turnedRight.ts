/** Turns an arrangement so that its edges, taken together, lead to the right, and stretches it to the shape of a window. */
import type { Point } from './picture';

/** All places turned about the origin and stretched by `aspect`; without a common direction they are only stretched. */
export function turnedRight(places: ReadonlyMap<string, Point>, joins: readonly { source: string; target: string }[], aspect: number): Map<string, Point> {
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
  const stretch = Math.sqrt(aspect);
  return new Map([...places].map(([id, place]): [string, Point] => [id, { x: (place.x * cos + place.y * sin) * stretch, y: (place.y * cos - place.x * sin) / stretch }]));
}
