/** Folds bands until they fit a window: first fewer rows per item, then fewer items with one that counts the rest of the band. Pure. */
import { HEALTH_STATES } from '@/domain/vocabulary';
import { countOf, formatNumber } from '@/plain/counts';
import { moreIdOf, type Band, type BandItem, type Bands } from './bands';
import { FOLD_LEVELS, measure, WHOLE, type FoldLevel, type ShownItem } from './metrics';

export interface FoldedBand {
  band: Band;
  shown: readonly ShownItem[];
  /** At the width of its items. */
  width: number;
  /** Whether something of it is not shown. */
  isFolded: boolean;
}

/** The space between two items above each other, at least. */
export const ITEM_GAP = 12;
const DENSE_GAP = 7;

/** The id of all causes that an answer does not list, as an end of links. */
const UNLISTED_CAUSES = 'other causes';

interface Room {
  /** The width of an item of each band. */
  widths: readonly number[];
  /** The height in pixels for the items of one band, or for all bands together. */
  height: number;
  mostCards: number;
  /** Further height for each row, from 0 on. */
  air: number;
}

/** Folds each band separately into a column of this height. */
export function foldColumns(whole: Bands, { widths, height, mostCards, air }: Room): FoldedBand[] {
  const { bands, hidden } = withinCap(whole, mostCards);
  const columns = bands.map((band, at) => ({ band, column: { at, width: widths[at] ?? 0, height, hidden: hidden[at] ?? [], air } }));
  return columns.map(({ band, column }, at) => foldColumn(band, column, levelTogether(columns, at)));
}

/** The level at which a band fits together with those that continue it, so that all of them look alike; null if none does. */
function levelTogether(columns: readonly { band: Band; column: Column }[], at: number): FoldLevel | null {
  const start = columns.findLastIndex(({ band }, place) => place <= at && band.heading !== '');
  const end = columns.findIndex(({ band }, place) => place > start && band.heading !== '');
  const together = columns.slice(Math.max(0, start), end === -1 ? undefined : end);
  return (
    FOLD_LEVELS.find((level) =>
      together.every(({ band, column }) => stackHeight(shownIn(band, column, [], level), gapIn(band, column.air)) <= column.height),
    ) ?? null
  );
}

function shownIn(band: Band, { at, width, hidden, air }: Column, left: readonly BandItem[], level: FoldLevel): ShownItem[] {
  const items = band.items.slice(0, band.items.length - left.length).map((item) => measure(item, level, width - item.indent, air));
  const more = moreItem(band, [...left, ...hidden], at);
  return more === null ? items : [...items, measure(more, { rows: 0, facts: 1 }, width, air)];
}

/** Limits the number of cards, and returns by band what is left out. */
function withinCap(whole: Bands, most: number): { bands: Band[]; hidden: BandItem[][] } {
  const isCard = ({ kind }: BandItem): boolean => kind === 'card' || kind === 'component' || kind === 'group';
  const cards = whole.bands.flatMap(({ items }) => items.filter(isCard)).sort((a, b) => a.rank - b.rank);
  const gone = new Set(cards.slice(most));
  const bands = whole.bands.map((band) => ({ ...band, items: band.items.filter((item) => !gone.has(item)) }));
  return { bands, hidden: whole.bands.map(({ items }) => items.filter((item) => gone.has(item))) };
}

interface Column {
  at: number;
  width: number;
  height: number;
  /** Items that are left out already. */
  hidden: readonly BandItem[];
  air: number;
}

/** At the level at which all items fit; if there is none, shows the first items and one that counts the rest. */
function foldColumn(band: Band, column: Column, level: FoldLevel | null): FoldedBand {
  const { width, height, hidden, air } = column;
  if (level !== null) {
    const shown = shownIn(band, column, [], level);
    const isFolded =
      hidden.length > 0 || shown.some(({ item, rows, facts }) => rows.length < item.rows.length || facts.length < item.facts.length);
    return { band, width, shown, isFolded };
  }
  const smallest = FOLD_LEVELS.at(-1) as FoldLevel;
  let [enough, tooMany] = [0, band.items.length + 1];
  while (tooMany - enough > 1) {
    const middle = (enough + tooMany) >> 1;
    if (stackHeight(shownIn(band, column, band.items.slice(middle), smallest), gapIn(band, air)) <= height) enough = middle;
    else tooMany = middle;
  }
  return { band, width, shown: shownIn(band, column, band.items.slice(enough), smallest), isFolded: true };
}

/** The space between two items of a column: less where each is a line or two. */
export function gapIn({ items }: Band, air: number): number {
  const isDense = items.some(({ kind }) => kind === 'component' || kind === 'group');
  return (isDense ? DENSE_GAP : ITEM_GAP) + 2 * air;
}

function stackHeight(shown: readonly ShownItem[], gap = ITEM_GAP): number {
  return shown.reduce((sum, { height }) => sum + height + gap, 0) - gap;
}

/** The item for everything a band does not show; null if that is nothing. */
export function moreItem(band: Band, left: readonly BandItem[], at: number): BandItem | null {
  const unlisted = band.unlisted;
  const count = left.length + unlisted;
  if (count === 0) return null;
  const components = left.reduce((sum, { kind, rowCount }) => sum + (kind === 'card' || kind === 'more' ? rowCount : 0), 0);
  const isLone = left.every(({ kind }) => kind === 'component' || kind === 'more') && left.length > 0;
  const isOfBothKinds = band.noun.many.includes(' and ');
  // Of what is not listed no state is known.
  const states = (unlisted > 0 ? [] : [...HEALTH_STATES].reverse()).flatMap((state) => {
    const own = left.filter((item) => item.state === state).length;
    return own === 0 ? [] : [`${formatNumber(own)} ${state}`];
  });
  const inAll = isLone ? left.reduce((sum, { rowCount }) => sum + rowCount, 0) : count;
  const nouns = isOfBothKinds ? [band.noun.many] : [];
  const text = components > 0 && !isLone ? countOf(components, 'component') : [...nouns, ...states].join(', ');
  return {
    id: moreIdOf(at),
    subjectId: null,
    kind: 'more',
    title: isOfBothKinds ? countOf(inAll, 'more', 'more') : countOf(inAll, `more ${band.noun.one}`, `more ${band.noun.many}`),
    aside: '',
    state: null,
    isFailingNow: false,
    facts: text === '' ? [] : [{ text, isStrong: false }],
    bar: null,
    rows: [],
    rowCount: isLone ? inAll : components,
    rank: Infinity,
    indent: 0,
    parentId: null,
    ends: [...left.flatMap(({ ends }) => ends), ...(band.kind === 'causes' && unlisted > 0 ? [UNLISTED_CAUSES] : [])],
    leadsTo: [...new Set(left.flatMap(({ leadsTo }) => leadsTo))],
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
  const counts = capped.bands.map(({ items }) => items.length);
  const at = (level: FoldLevel): FoldedBand[] =>
    capped.bands.map((band, place) => {
      const width = widths[place] ?? 0;
      const left = [...band.items.slice(counts[place]), ...(capped.hidden[place] ?? [])];
      const more = moreItem(band, left, place);
      const items = [...band.items.slice(0, counts[place]), ...(more === null ? [] : [more])];
      const shown = items.map((item) => measure(item, levelInStrip(item, level), width, 0));
      return { band, width, shown, isFolded: left.length > 0 || level !== WHOLE };
    });
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

/** What counts is short. A group has its share and its bar, so that more of them are seen. */
function levelInStrip({ kind }: BandItem, level: FoldLevel): FoldLevel {
  if (kind === 'group') return { rows: 0, facts: 0 };
  return kind === 'more' ? { rows: 0, facts: Math.min(1, level.facts) } : level;
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
