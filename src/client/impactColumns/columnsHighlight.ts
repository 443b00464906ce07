/** What is highlighted when something in the columns is selected: how the failure reaches it, and what follows. Pure. */
import type { CanvasLine } from '@/canvas/model/picture';
import { connectedTo, itemOfStop, pathLines, type PathStop } from './linesBetween';
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
  const chosen =
    last === undefined
      ? placed.items.filter(({ item }) => item.subjectId === chosenId)
      : [itemOfStop(placed, last)].filter((one) => one !== undefined);
  if (chosen.length === 0) return null;
  const isRow = stops.length > 0;
  const after = chosen.map(({ item }) => connectedTo(placed, item.id, !isRow));
  const afterIds = new Set(after.flatMap(({ ids }) => [...ids]));
  const chosenIds = new Set(chosen.map(({ item }) => item.id));
  const onPath = stops.flatMap((stop) => itemOfStop(placed, stop)?.item.id ?? []);
  const lit = new Set([...afterIds, ...onPath]);
  const components = new Set(stops.map(({ componentId }) => componentId));
  const ids = new Set<string>(placed.headings.map((_, at) => `heading ${at}`));
  for (const { item, facts, rows } of placed.items) {
    if (!lit.has(item.id)) continue;
    for (const part of ['title', 'more', ...(item.bar ?? []).map(({ state }) => `bar ${state ?? 'rest'}`)]) ids.add(`${item.id} ${part}`);
    for (const id of [item.id, ...facts.map((_, at) => `${item.id} fact ${at}`)]) ids.add(id);
    const all = rows.map(({ index }) => item.rows[index]!.id);
    // On the path, only what passes the failure on; around the selection itself, everything.
    for (const id of all) if (!isRow || components.has(id) || (afterIds.has(item.id) && !chosenIds.has(item.id))) ids.add(id);
  }
  const lines = new Map([...pathLines(placed, stops), ...after.flatMap((one) => one.lines)].map((line) => [line.id, line]));
  return { ids, lines: [...lines.values()] };
}
