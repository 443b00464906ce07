/** What is highlighted when something in the columns is selected: how the failure reaches it, and what follows. Pure. */
import type { CanvasLine } from '@/canvas/model/picture';
import { connectedTo, pathLines, type PathStop } from './linesBetween';
import { MORE_IDS } from './bands';
import type { PlacedBands } from './placeBands';

export interface LitBands {
  ids: ReadonlySet<string>;
  lines: readonly CanvasLine[];
}

/**
 * `stops` lead from the cause to the selected component; empty if the selection is no component. Null if the columns do not know the
 * selection.
 */
export function columnsHighlight(placed: PlacedBands, chosenId: string | null, stops: readonly PathStop[]): LitBands | null {
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
    // On the path, only what passes the failure on; around the selection itself, everything.
    for (const id of all) if (stops.length === 0 || components.has(id) || (after.ids.has(item.id) && item.id !== itemId)) ids.add(id);
  }
  return { ids, lines: [...pathLines(placed, stops), ...after.lines] };
}

function shownItem({ items }: PlacedBands, id: string): string {
  return items.some(({ item }) => item.id === id) ? id : MORE_IDS.cards;
}
