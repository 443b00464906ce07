/** Which lines a picture shows at rest, and which for a selection. Pure. */
import type { CanvasLine } from '@/canvas/model/picture';
import { MORE_IDS, type BandKind, type BandLink } from './bands';
import { ITEM_PADDING } from './metrics';
import type { PlacedItem, PlacedBands } from './placeBands';
import { route, type Port } from './routeLines';

export const MOST_LINES = 60;

/**
 * Every link between visible items, with the links of folded items added up at the item that stands for them; only from earlier columns to
 * later ones.
 */
export function shownLinks({ whole, items }: PlacedBands): BandLink[] {
  const byId = new Map(items.map((placed) => [placed.item.id, placed]));
  const kinds = new Map<string, BandKind>();
  for (const { kind, items: all } of whole.bands) for (const { id } of all) kinds.set(id, kind);
  const endOf = (id: string): PlacedItem | undefined => byId.get(id) ?? byId.get(MORE_IDS[kinds.get(id) ?? 'cards']);
  const sums = new Map<string, BandLink>();
  for (const { from, to, count } of whole.links) {
    const [start, end] = [endOf(from), endOf(to)];
    if (start === undefined || end === undefined || start.slice >= end.slice) continue;
    const key = `${start.item.id} ${end.item.id}`;
    const known = sums.get(key);
    sums.set(key, { from: start.item.id, to: end.item.id, count: (known?.count ?? 0) + count });
  }
  return [...sums.values()];
}

/** At most MOST_LINES: first the strongest line into each item, then the strongest of the rest. */
export function linesAtRest(placed: PlacedBands): CanvasLine[] {
  const links = shownLinks(placed).sort((a, b) => b.count - a.count);
  const reached = new Set<string>();
  const [first, others] = [[] as BandLink[], [] as BandLink[]];
  for (const link of links) {
    (reached.has(link.to) ? others : first).push(link);
    reached.add(link.to);
  }
  return [...first, ...others].slice(0, MOST_LINES).map((link) => lineOf(placed, link, 'rest'));
}

function lineOf(placed: PlacedBands, { from, to, count }: BandLink, manner: 'rest' | 'lit'): CanvasLine {
  const [start, end] = [itemOf(placed, from), itemOf(placed, to)];
  const points = route(placed, portOf(placed, start, 'out', null), portOf(placed, end, 'in', null));
  const state = end.item.state ?? start.item.state ?? 'Healthy';
  const weight = count >= 10 ? 'many' : count >= 3 ? 'some' : 'few';
  return { id: `${manner} ${from} ${to}`, from, to, points, classes: [manner, `state-${state}`, weight] };
}

function itemOf({ items }: PlacedBands, id: string): PlacedItem {
  return items.find(({ item }) => item.id === id)!;
}

/** At the middle of the title or of a row; if the bands run down, at the middle of the item. */
function portOf(
  { runsDown }: PlacedBands,
  { box, slice, titleHeight, facts, rows, item }: PlacedItem,
  end: 'in' | 'out',
  row: number | null,
): Port {
  if (runsDown) return { slice, along: end === 'in' ? box.y : box.y + box.height, across: box.x + box.width / 2 };
  const along = end === 'in' ? box.x : box.x + box.width;
  const shown = row === null ? -1 : rows.findIndex(({ index }) => index === row);
  if (shown === -1)
    return { slice, along, across: item.kind === 'cause' ? box.y + box.height / 2 : box.y + ITEM_PADDING + titleHeight / 2 };
  const before = [...facts, ...rows.slice(0, shown)].reduce((sum, { height }) => sum + height, titleHeight);
  return { slice, along, across: box.y + ITEM_PADDING + before + rows[shown]!.height / 2 };
}

/** One component on a failure's path, and the item that contains it or stands for it. */
export interface PathStop {
  componentId: string;
  itemId: string;
}

/** The path of a failure from stop to stop, between rows where they are visible, also between columns that have no line at rest. */
export function pathLines(placed: PlacedBands, stops: readonly PathStop[]): CanvasLine[] {
  const shown = stops.flatMap((stop) => {
    const found = placed.items.find(({ item }) => item.id === stop.itemId) ?? placed.items.find(({ item }) => item.id === MORE_IDS.cards);
    return found === undefined ? [] : [{ stop, found, row: found.item.rows.findIndex(({ id }) => id === stop.componentId) }];
  });
  return shown.slice(1).flatMap((to, at) => {
    const from = shown[at]!;
    if (from.found === to.found) return [];
    const isForward = from.found.slice < to.found.slice;
    const [near, far] = isForward || from.found.slice === to.found.slice ? [from, to] : [to, from];
    const arrives = near.found.slice === far.found.slice ? 'out' : 'in';
    const points = route(
      placed,
      portOf(placed, near.found, 'out', near.row === -1 ? null : near.row),
      portOf(placed, far.found, arrives, far.row === -1 ? null : far.row),
    );
    const id = `path ${from.stop.componentId} ${to.stop.componentId}`;
    const ends = { from: from.found.item.id, to: to.found.item.id };
    return [{ id, ...ends, points: near === from ? points : [...points].reverse(), classes: ['lit'] }];
  });
}

/** Everything that leads to an item or follows from it, as ids and highlighted lines; with `isBackToo` false, only what follows. */
export function connectedTo(placed: PlacedBands, id: string, isBackToo: boolean): { ids: Set<string>; lines: CanvasLine[] } {
  const links = shownLinks(placed);
  const ids = new Set([id]);
  const taken = new Set<BandLink>();
  const follow = (near: 'from' | 'to', far: 'from' | 'to'): void => {
    const open = new Set([id]);
    for (const one of open) {
      for (const link of links) {
        if (link[near] !== one) continue;
        taken.add(link);
        ids.add(link[far]);
        open.add(link[far]);
      }
    }
  };
  follow('from', 'to');
  if (isBackToo) follow('to', 'from');
  return { ids, lines: [...taken].map((link) => lineOf(placed, link, 'lit')) };
}
