/** How far a picture reaches. Pure. */
import type { Picture, Positions } from './picture';

export interface Bounds {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Around all nodes that have a place; null when none has. */
export function boundsOf({ nodes }: Picture, positions: Positions): Bounds | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { id, width, height } of nodes) {
    const place = positions.get(id);
    if (place === undefined) continue;
    left = Math.min(left, place.x - width / 2);
    right = Math.max(right, place.x + width / 2);
    top = Math.min(top, place.y - height / 2);
    bottom = Math.max(bottom, place.y + height / 2);
  }
  return left === Infinity ? null : { left, top, width: right - left, height: bottom - top };
}
