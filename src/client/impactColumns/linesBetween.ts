/** Which lines a picture shows at rest, and which for a selection. Pure. */
import type { CanvasLine, Point } from '@/canvas/model/picture';
import type { BandLink, Bands } from './bands';
import { ITEM_PADDING } from './metrics';
import type { PlacedItem, PlacedBands } from './placeBands';
import { route, type Port } from './routeLines';

export const MOST_LINES = 60;

/**
 * Every link between visible items, with the links of folded items added up at the item that stands for them: within columns and from
 * earlier to later ones. One that leads back is left out, unless its item has no other.
 */
export function shownLinks({ whole, items }: PlacedBands): BandLink[] {
  const byEnd = new Map(items.flatMap((placed) => placed.item.ends.map((end) => [end, placed] as const)));
  const sums = new Map<string, BandLink>();
  for (const link of whole.links) {
    const [start, end] = [byEnd.get(link.from), byEnd.get(link.to)];
    if (start === undefined || end === undefined || start === end) continue;
    const key = `${start.item.id} > ${end.item.id}`;
    const known = sums.get(key);
    if (known === undefined) {
      sums.set(key, { ...link, from: start.item.id, to: end.item.id });
      continue;
    }
    const isSamePair = known.fromRow === link.fromRow && known.toRow === link.toRow;
    sums.set(key, { ...known, count: known.count + link.count, ...(isSamePair ? {} : { fromRow: null, toRow: null }) });
  }
  const bandOf = new Map(items.map(({ item, band }) => [item.id, band]));
  const all = [...sums.values()];
  const onwards = all.filter(({ from, to }) => bandOf.get(from)! <= bandOf.get(to)!);
  const joined = new Set(onwards.map((link) => link[placedEnd(whole)]));
  return [...onwards, ...all.filter((link) => !onwards.includes(link) && !joined.has(link[placedEnd(whole)]))];
}

/** The end of links that a card needs a line at: where the failure arrives; upstream, where it leaves. */
function placedEnd({ bands }: Bands): 'from' | 'to' {
  return bands.at(-1)?.kind === 'causes' && bands.length > 1 ? 'from' : 'to';
}

/** First the strongest line into each item; of the rest, as many of the strongest as MOST_LINES allows. */
export function linesAtRest(placed: PlacedBands): CanvasLine[] {
  const links = shownLinks(placed).sort((a, b) => b.count - a.count);
  const needed = placedEnd(placed.whole);
  const reached = new Set<string>();
  const [first, others] = [[] as BandLink[], [] as BandLink[]];
  for (const link of links) {
    (reached.has(link[needed]) ? others : first).push(link);
    reached.add(link[needed]);
  }
  return [...first, ...others.slice(0, Math.max(0, MOST_LINES - first.length))].map((link) => lineOf(placed, link, 'rest'));
}

/** One dependency runs from its row to its row; what joins several docks at the titles. */
function lineOf(placed: PlacedBands, { from, to, count, fromRow, toRow }: BandLink, manner: 'rest' | 'lit'): CanvasLine {
  const [start, end] = [itemOf(placed, from), itemOf(placed, to)];
  const points = pointsBetween(placed, { found: start, rowId: fromRow }, { found: end, rowId: toRow });
  const state = end.item.state ?? start.item.state ?? 'Healthy';
  const weight = count >= 10 ? 'many' : count >= 3 ? 'some' : 'few';
  return { id: `${manner} ${from} > ${to}`, from, to, points, classes: [manner, `state-${state}`, weight] };
}

interface RowEnd {
  found: PlacedItem;
  rowId: string | null;
}

/** Leaves and arrives between the two, and within one slice around its end. */
function pointsBetween(placed: PlacedBands, from: RowEnd, to: RowEnd): Point[] {
  const isForward = from.found.slice <= to.found.slice;
  const [near, far] = isForward ? [from, to] : [to, from];
  const arrives = near.found.slice === far.found.slice ? 'out' : 'in';
  const points = route(placed, portOf(placed, near.found, 'out', near.rowId), portOf(placed, far.found, arrives, far.rowId));
  return isForward ? points : points.reverse();
}

function itemOf({ items }: PlacedBands, id: string): PlacedItem {
  return items.find(({ item }) => item.id === id)!;
}

/** At the middle of the row if it is shown, otherwise of the title; if the bands run down, at the middle of the item. */
function portOf(
  { runsDown }: PlacedBands,
  { box, slice, titleHeight, facts, rows, item, barHeight }: PlacedItem,
  end: 'in' | 'out',
  rowId: string | null,
): Port {
  if (runsDown) return { slice, along: end === 'in' ? box.y : box.y + box.height, across: box.x + box.width / 2 };
  const along = end === 'in' ? box.x : box.x + box.width;
  const shown = rowId === null ? -1 : rows.findIndex(({ index }) => item.rows[index]!.id === rowId);
  if (shown === -1) return { slice, along, across: box.y + ITEM_PADDING + titleHeight / 2 };
  const before = [...facts, ...rows.slice(0, shown)].reduce((sum, { height }) => sum + height, titleHeight + barHeight);
  return { slice, along, across: box.y + ITEM_PADDING + before + rows[shown]!.height / 2 };
}

/** One component on a failure's path, and what contains it: an application or a cause. */
export interface PathStop {
  componentId: string;
  itemId: string;
  /** Hops from what fails, if known. */
  depth?: number;
}

/** The item that shows a component: as a row, as itself, or folded. */
export function itemOfStop({ items }: PlacedBands, { componentId, itemId, depth }: PathStop): PlacedItem | undefined {
  const holds = ({ item }: PlacedItem): boolean => item.subjectId === componentId || item.rows.some(({ id }) => id === componentId);
  const isOf = ({ item }: PlacedItem): boolean => item.subjectId === itemId;
  const isAt = ({ item }: PlacedItem): boolean => depth !== undefined && item.ends.includes(`${itemId} ${depth}`);
  const isOfSome = ({ item }: PlacedItem): boolean => item.ends.some((end) => end.startsWith(`${itemId} `));
  return (
    items.find(holds) ?? items.find(isAt) ?? items.find(isOf) ?? items.find(isOfSome) ?? items.find(({ item }) => item.id === 'others')
  );
}

/** The path of a failure from stop to stop, between rows where they are visible, also between columns that have no line at rest. */
export function pathLines(placed: PlacedBands, stops: readonly PathStop[]): CanvasLine[] {
  const shown = stops.flatMap((stop) => {
    const found = itemOfStop(placed, stop);
    return found === undefined ? [] : [{ stop, found }];
  });
  return shown.slice(1).flatMap((to, at) => {
    const from = shown[at]!;
    if (from.found === to.found) return [];
    const points = pointsBetween(
      placed,
      { found: from.found, rowId: from.stop.componentId },
      { found: to.found, rowId: to.stop.componentId },
    );
    const id = `path ${from.stop.componentId} ${to.stop.componentId}`;
    const ends = { from: from.found.item.id, to: to.found.item.id };
    return [{ id, ...ends, points, classes: ['lit'] }];
  });
}

/**
 * What to highlight for an item: everything that follows from it, and for a capability, process or audience all through which the failure
 * reaches it. With `isBackToo`, also what leads to a card.
 */
export function connectedTo(placed: PlacedBands, id: string, isBackToo: boolean): { ids: Set<string>; lines: CanvasLine[] } {
  const links = shownLinks(placed);
  const place = placed.whole.outcomes.indexOf(id);
  const ids = place === -1 ? alongLinks(links, id, isBackToo) : throughTo(placed, links, id, place);
  return { ids, lines: links.filter(({ from, to }) => ids.has(from) && ids.has(to)).map((link) => lineOf(placed, link, 'lit')) };
}

function alongLinks(links: readonly BandLink[], id: string, isBackToo: boolean): Set<string> {
  const ids = new Set([id]);
  const follow = (near: 'from' | 'to', far: 'from' | 'to'): void => {
    const open = new Set([id]);
    for (const one of open)
      for (const link of links) {
        if (link[near] !== one) continue;
        ids.add(link[far]);
        open.add(link[far]);
      }
  };
  follow('from', 'to');
  if (isBackToo) follow('to', 'from');
  return ids;
}

/** The causes, the cards on the way, the capability or audience itself, and what follows from it. */
function throughTo({ items }: PlacedBands, links: readonly BandLink[], id: string, place: number): Set<string> {
  const ids = alongLinks(links, id, false);
  for (const { item } of items) if (item.leadsTo.includes(place) || item.kind === 'cause') ids.add(item.id);
  for (const { from, to } of links) if (to === id) ids.add(from);
  return ids;
}
