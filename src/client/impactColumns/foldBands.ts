/** Folds bands until they fit a window: first fewer rows per item, then fewer items with one that counts the rest. Pure. */
import { countOf } from '@/plain/counts';
import { MORE_IDS, type Band, type BandItem, type Bands } from './bands';
import { FOLD_LEVELS, measure, type FoldLevel, type ShownItem } from './metrics';

export interface FoldedBand {
  band: Band;
  shown: readonly ShownItem[];
  /** At the width of its items. */
  width: number;
}

/** The space between two items above each other. */
export const ITEM_GAP = 12;

interface Room {
  /** The width of an item of each band. */
  widths: readonly number[];
  /** The height in pixels for the items of one band, or for all bands together. */
  height: number;
  mostCards: number;
}

/** Folds each band separately into a column of this height. */
export function foldColumns(whole: Bands, { widths, height, mostCards }: Room): FoldedBand[] {
  const { bands, hidden } = withinCap(whole, mostCards);
  const last = lastCards(bands);
  const columns = bands.map((band, at) => {
    const countsLeft = band.kind !== 'cards' || at === last;
    return foldColumn(band, { width: widths[at] ?? 0, height, hidden: [], countsLeft });
  });
  const allHidden = [...hidden, ...columns.flatMap(({ band, left }) => (band.kind === 'cards' ? left : []))];
  if (last === -1 || (allHidden.length === 0 && whole.others.applications === 0)) return columns;
  const before = allHidden.filter((item) => !columns[last]?.left.includes(item));
  columns[last] = foldColumn(bands[last]!, { width: widths[last] ?? 0, height, hidden: before, countsLeft: true, others: whole.others });
  return columns;
}

/** Limits the number of cards; the card that counts the others is one of them. */
function withinCap(whole: Bands, most: number): { bands: Band[]; hidden: BandItem[] } {
  const grounds = whole.bands.flatMap(({ items }) => items.filter(({ kind }) => kind === 'ground')).length;
  const cards = whole.bands.flatMap(({ items }) => items.filter(({ kind }) => kind === 'card')).sort((a, b) => a.rank - b.rank);
  const room = Math.max(0, most - grounds);
  const isOver = cards.length > room || whole.others.applications > 0;
  const hidden = isOver ? cards.slice(Math.max(0, room - 1)) : [];
  const bands = whole.bands.map((band) => ({ ...band, items: band.items.filter((item) => !hidden.includes(item)) }));
  return { bands, hidden };
}

function lastCards(bands: readonly Band[]): number {
  return bands.reduce((last, { kind }, at) => (kind === 'cards' ? at : last), -1);
}

interface Column {
  width: number;
  height: number;
  /** Items of other bands that are counted here too. */
  hidden: readonly BandItem[];
  /** Whether it contains the item that counts the rest. */
  countsLeft: boolean;
  others?: Bands['others'];
}

/** Uses the first level at which all items fit; if none does, shows the first items and one that counts the rest. */
function foldColumn(band: Band, column: Column): FoldedBand & { left: BandItem[] } {
  const { width, height, hidden } = column;
  const others = column.others ?? { applications: 0, components: 0 };
  const isCounting = hidden.length > 0 || others.applications > 0 || band.unlisted > 0;
  const more = (left: readonly BandItem[]): ShownItem[] => {
    const item = column.countsLeft ? moreItem(band, [...hidden, ...left], others) : null;
    return item === null ? [] : [measure(item, { rows: 0, facts: 1 }, width)];
  };
  for (const level of FOLD_LEVELS) {
    const shown = [...band.items.map((item) => measure(item, level, width - item.indent)), ...(isCounting ? more([]) : [])];
    if (stackHeight(shown) <= height) return { band, width, shown, left: [] };
  }
  const smallest = FOLD_LEVELS.at(-1) as FoldLevel;
  for (let count = band.items.length - 1; count > 0; count--) {
    const left = band.items.slice(count);
    const shown = [...band.items.slice(0, count).map((item) => measure(item, smallest, width - item.indent)), ...more(left)];
    if (stackHeight(shown) <= height) return { band, width, shown, left };
  }
  return { band, width, shown: more(band.items), left: [...band.items] };
}

export function stackHeight(shown: readonly ShownItem[]): number {
  return shown.reduce((sum, { height }) => sum + height + ITEM_GAP, 0) - ITEM_GAP;
}

/** The item for everything a band does not show; null if that is nothing. */
export function moreItem(band: Band, left: readonly BandItem[], others: Bands['others']): BandItem | null {
  const count = left.length + others.applications + band.unlisted;
  if (count === 0) return null;
  const components = left.reduce((sum, { kind, rowCount }) => sum + (kind === 'card' ? rowCount : 0), others.components);
  return {
    id: MORE_IDS[band.kind],
    kind: 'more',
    title: countOf(count, `more ${band.noun.one}`, `more ${band.noun.many}`),
    aside: '',
    state: null,
    isFailingNow: false,
    facts: components === 0 ? [] : [{ text: countOf(components, 'component'), isStrong: false }],
    rows: [],
    rowCount: components,
    rank: Infinity,
    indent: 0,
    parentId: null,
  };
}

/** How many items stand side by side in a horizontal band. */
export interface Strip {
  cells: number;
  /** The height of the heading above its items. */
  headingHeight: number;
}

/** Folds all bands together until they fit one below the other: rows first, then the last items of the tallest band. */
export function foldStrips(whole: Bands, { widths, height, mostCards }: Room, strips: readonly Strip[], stripGap: number): FoldedBand[] {
  const capped = withinCap(whole, mostCards);
  const last = lastCards(capped.bands);
  const counts = capped.bands.map(({ items }) => items.length);
  const at = (level: FoldLevel): FoldedBand[] => {
    const cut = capped.bands.map(({ items }, place) => items.slice(counts[place]));
    const hiddenCards = [...capped.hidden, ...cut.flatMap((items, place) => (capped.bands[place]?.kind === 'cards' ? items : []))];
    return capped.bands.map((band, place) => {
      const width = widths[place] ?? 0;
      const isLast = place === last;
      const left = band.kind === 'cards' ? (isLast ? hiddenCards : []) : (cut[place] ?? []);
      const others = isLast ? whole.others : { applications: 0, components: 0 };
      const more = band.kind === 'cards' && !isLast ? null : moreItem(band, left, others);
      const items = [...band.items.slice(0, counts[place]), ...(more === null ? [] : [more])];
      return {
        band,
        width,
        shown: items.map((item) => measure(item, item.kind === 'more' ? { rows: 0, facts: Math.min(1, level.facts) } : level, width)),
      };
    });
  };
  const total = (folded: readonly FoldedBand[]): number =>
    folded.reduce((sum, { shown }, place) => sum + stripHeight(shown, strips[place]!) + stripGap, -stripGap);
  let rowsLevel = FOLD_LEVELS[0] as FoldLevel;
  for (const level of FOLD_LEVELS.filter(({ facts }) => facts >= FOLD_LEVELS[0]!.facts)) {
    rowsLevel = level;
    const folded = at(level);
    if (total(folded) <= height) return folded;
  }
  for (const level of [rowsLevel, ...FOLD_LEVELS.filter(({ facts }) => facts < rowsLevel.facts)]) {
    const before = [...counts];
    for (;;) {
      const folded = at(level);
      if (total(folded) <= height) return folded;
      const heights = folded.map(({ shown }, place) => (counts[place]! > 1 ? stripHeight(shown, strips[place]!) : 0));
      const highest = heights.indexOf(Math.max(...heights));
      if (heights[highest] === 0) break;
      counts[highest]!--;
    }
    if (level !== FOLD_LEVELS.at(-1)) before.forEach((count, place) => (counts[place] = count));
  }
  return at(FOLD_LEVELS.at(-1) as FoldLevel);
}

/** Items side by side in rows, each row as tall as its tallest item. */
export function gridRows(shown: readonly ShownItem[], cells: number): ShownItem[][] {
  return Array.from({ length: Math.ceil(shown.length / cells) }, (_, row) => shown.slice(row * cells, (row + 1) * cells));
}

export function stripHeight(shown: readonly ShownItem[], { cells, headingHeight }: Strip): number {
  return gridRows(shown, cells).reduce(
    (sum, row) => sum + Math.max(...row.map(({ height }) => height)) + ITEM_GAP,
    headingHeight - ITEM_GAP,
  );
}
