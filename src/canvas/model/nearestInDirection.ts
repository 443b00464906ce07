/** Moves through a picture by arrow keys. */
import type { Point } from './picture';

export type Direction = 'up' | 'down' | 'left' | 'right';

const AXES: Readonly<Record<Direction, Point>> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** Distance across the direction counts this much more than distance along it. */
const SIDEWAYS = 2;

/** The nearest node in a direction from `from`; null at the edge of the picture. Without `from`, the node nearest to the top left. */
export function nearestInDirection(positions: ReadonlyMap<string, Point>, from: string | null, direction: Direction): string | null {
  const start = from === null ? undefined : positions.get(from);
  const axis = AXES[direction];
  let best: string | null = null;
  let bestCost = Infinity;
  for (const [id, { x, y }] of positions) {
    if (id === from) continue;
    let cost = x + y;
    if (start !== undefined) {
      const along = (x - start.x) * axis.x + (y - start.y) * axis.y;
      if (along <= 0) continue;
      const across = Math.abs((x - start.x) * axis.y) + Math.abs((y - start.y) * axis.x);
      cost = along + across * SIDEWAYS;
    }
    if (cost < bestCost) {
      bestCost = cost;
      best = id;
    }
  }
  return best;
}
