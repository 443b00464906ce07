/** Where a folded application stands: in the middle of what it folded away. */
import type { Point, Positions } from '@/ui/graph/picture';

/** The mean of the known places among `ids`; null when none is known. */
export function middleOf(positions: Positions, ids: readonly string[]): Point | null {
  const places = ids.flatMap((id) => positions.get(id) ?? []);
  if (places.length === 0) return null;
  const sum = places.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }));
  return { x: sum.x / places.length, y: sum.y / places.length };
}
