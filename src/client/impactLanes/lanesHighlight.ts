/** What is lit when something in lanes is chosen: the way of the failure to it, and what follows from it. Pure. */
import type { CanvasLine } from '@/canvas/model/picture';
import { connectedTo, pathLines, type PathStop } from './linesBetween';
import { MORE_IDS } from './lanes';
import type { PlacedLanes } from './placeLanes';

export interface LitLanes {
  ids: ReadonlySet<string>;
  lines: readonly CanvasLine[];
}

/** `stops` lead from the cause to what is chosen; empty where an item is chosen that is no component. Null where nothing is chosen that the lanes know. */
export function lanesHighlight(placed: PlacedLanes, chosenId: string | null, stops: readonly PathStop[]): LitLanes | null {
  if (chosenId === null) return null;
  const last = stops.at(-1);
  const itemId = last === undefined ? chosenId : shownItem(placed, last.itemId);
  if (!placed.items.some(({ item }) => item.id === itemId)) return null;
  const after = connectedTo(placed, itemId, stops.length === 0);
  const items = new Set([...after.ids, ...stops.map((stop) => shownItem(placed, stop.itemId))]);
  const components = new Set(stops.map(({ componentId }) => componentId));
  const ids = new Set<string>(placed.headings.map((_, at) => `heading ${at}`));
  for (const { item, facts, rows } of placed.items) {
    if (!items.has(item.id)) continue;
    for (const id of [item.id, `${item.id} title`, `${item.id} more`, ...facts.map((_, at) => `${item.id} fact ${at}`)]) ids.add(id);
    const all = rows.map(({ index }) => item.rows[index]!.id);
    // On the way, only what passes the failure on; of what is chosen as a whole, everything.
    for (const id of all) if (stops.length === 0 || components.has(id) || (after.ids.has(item.id) && item.id !== itemId)) ids.add(id);
  }
  return { ids, lines: [...pathLines(placed, stops), ...after.lines] };
}

function shownItem({ items }: PlacedLanes, id: string): string {
  return items.some(({ item }) => item.id === id) ? id : MORE_IDS.cards;
}
