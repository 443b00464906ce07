/** Places bands in a window: columns from left to right, or strips from top to bottom if the window is narrow. Pure; nothing overlaps. */
import { roomIn, type Size } from '@/canvas/camera/viewport';
import type { Box } from '@/canvas/model/picture';
import { foldColumns, foldStrips, gapIn, gridRows, ITEM_GAP, type FoldedBand, type Strip } from './foldBands';
import type { Band, BandKind, BandLink, Bands } from './bands';
import { FOLD_LEVELS, HEADING_SIZE, measure, textHeight, textWidth, WHOLE, widthUncut, type FoldLevel, type ShownItem } from './metrics';

/** Below this width in pixels, bands run downwards. */
const NARROW_BELOW = 600;
export const MOST_CARDS = { wide: 100, narrow: 12 } as const;
/** A smaller window is treated as if it had this size; its picture has to be scrolled. */
const LEAST = { width: 280, height: { wide: 200, narrow: 380 } };

const WIDTHS: Readonly<Record<BandKind, { least: number; most: number }>> = {
  causes: { least: 118, most: 240 },
  cards: { least: 128, most: 260 },
  outcomes: { least: 116, most: 220 },
  audiences: { least: 132, most: 210 },
};
const COLUMN_GAP = { least: 24, most: 88 };
const BELOW_HEADING = 8;
const STRIP_GAP = 26;
/** The space between items side by side, where lines pass. */
const CELL_GAP = 16;
const LEAST_CELL = 128;

export interface PlacedItem extends ShownItem {
  box: Box;
  /** The index of its band, together with those that continue it. */
  band: number;
  /** The index of its slice. */
  slice: number;
}

/** What stands between two gaps: `from` to `to` along the direction of the bands (right or down), and `taken` across it. */
export interface Slice {
  from: number;
  to: number;
  taken: readonly { start: number; end: number }[];
}

export interface PlacedBands {
  /** The bands that were placed, folded or not. */
  whole: Bands;
  size: Size;
  runsDown: boolean;
  headings: readonly { text: string; box: Box }[];
  items: readonly PlacedItem[];
  slices: readonly Slice[];
}

/** How much larger a picture may be that would leave the window empty. */
const GROWTH = [1.12, 1.25, 1.4];
/** Further height for each row of such a picture, in pixels. */
const AIR = [3, 6, 10, 14];

/** `bandsIn` makes bands with at most this many card bands. */
export function placeBands(bandsIn: (cardBands: number) => Bands, window: Size): PlacedBands {
  const free = roomIn(window);
  const isNarrow = window.width < NARROW_BELOW;
  const room = {
    width: Math.max(LEAST.width, free.width),
    height: Math.max(isNarrow ? LEAST.height.narrow : LEAST.height.wide, free.height),
  };
  if (isNarrow) {
    const tries = [3, 2, 1].map((cardBands) => placeStrips(bandsIn(cardBands), room));
    return tries.find(({ size }) => size.height <= room.height) ?? tries[2]!;
  }
  const most = columnsFor(bandsIn(1), room);
  return grown(spread(bandsIn(most), most, room), room);
}

/** Lets bands of cards that are too long for a column continue in the next ones, while there is room for further columns. */
function spread(whole: Bands, most: number, { width, height }: Size): Bands {
  const cards = whole.bands.filter(({ kind }) => kind === 'cards');
  const { widths } = columnWidths(whole, width);
  const lengthOf = (band: Band): number => lengthAt(band, widths[whole.bands.indexOf(band)] ?? 0, WHOLE);
  const columns = new Map(cards.map((band) => [band, 1]));
  for (let spare = most - cards.length; spare > 0; spare--) {
    const longest = cards.reduce<Band | null>((best, band) => {
      const length = lengthOf(band) / columns.get(band)!;
      const isLonger = best === null || length > lengthOf(best) / columns.get(best)!;
      return length > height && columns.get(band)! < band.items.length && isLonger ? band : best;
    }, null);
    if (longest === null) break;
    columns.set(longest, columns.get(longest)! + 1);
  }
  const bands = whole.bands.flatMap((band) => continued(band, columns.get(band) ?? 1, widths[whole.bands.indexOf(band)] ?? 0, height));
  return { ...whole, bands };
}

function lengthAt(band: Band, width: number, level: FoldLevel): number {
  return band.items.reduce((sum, item) => sum + measure(item, level, width, 0).height + gapIn(band, 0), 0);
}

/** In order from top to bottom, with the same number in each; if not all fit, the last part has the rest. */
function continued(band: Band, columns: number, width: number, height: number): Band[] {
  if (columns === 1) return [band];
  const { items } = band;
  const shortest = lengthAt(band, width, FOLD_LEVELS.at(-1)!) / items.length;
  const capacity = Math.max(1, Math.floor((height - 2 * BELOW_HEADING - ITEM_GAP) / shortest));
  const each = Math.min(capacity, Math.ceil(items.length / columns));
  return Array.from({ length: columns }, (_, at): Band => {
    const isLast = at === columns - 1;
    const own = items.slice(at * each, isLast ? undefined : (at + 1) * each);
    return { ...band, heading: at === 0 ? band.heading : '', items: own, unlisted: isLast ? band.unlisted : 0 };
  });
}

/** As large as possible while everything is shown, and no more names are cut: first in all, then in height. */
function grown(whole: Bands, room: Size): PlacedBands {
  const leastCut = columnWidths(whole, room.width).cut;
  const fitting = (scale: number, air: number): PlacedBands | null => {
    const smaller = { width: room.width / scale, height: room.height / scale };
    const { placed, isFolded, cut } = placeColumns(whole, smaller, air);
    const isWithin = placed.size.height <= smaller.height && placed.size.width <= smaller.width;
    return isFolded || !isWithin || cut > leastCut ? null : placed;
  };
  let best = fitting(1, 0);
  if (best === null) return placeColumns(whole, room, 0).placed;
  let scale = 1;
  for (const larger of GROWTH) {
    const placed = fitting(larger, 0);
    if (placed === null) break;
    [best, scale] = [placed, larger];
  }
  for (const air of AIR) {
    const placed = fitting(scale, air);
    if (placed === null) break;
    best = placed;
  }
  return best;
}

function columnsFor({ bands }: Bands, { width }: Size): number {
  const without = bands.filter(({ kind }) => kind !== 'cards');
  const taken = without.reduce((sum, { kind }) => sum + WIDTHS[kind].least + COLUMN_GAP.least, -COLUMN_GAP.least);
  return Math.max(1, Math.floor((width - taken) / (WIDTHS.cards.least + COLUMN_GAP.least)));
}

function placeColumns(whole: Bands, room: Size, air: number): { placed: PlacedBands; isFolded: boolean; cut: number } {
  const { widths, gap, cut } = columnWidths(whole, room.width);
  const headingHeight = Math.max(0, ...whole.bands.map(({ heading }, at) => textHeight(heading, widths[at] ?? 0, HEADING_SIZE, false)));
  const top = headingHeight + BELOW_HEADING;
  const folded = foldColumns(whole, { widths, height: room.height - top, mostCards: MOST_CARDS.wide, air });
  const items: PlacedItem[] = [];
  const headings: PlacedBands['headings'][number][] = [];
  const slices: Slice[] = [];
  let x = 0;
  let column = -1;
  folded.forEach(({ band, width, shown }, slice) => {
    if (band.heading !== '') column++;
    headings.push({ text: band.heading, box: { x, y: 0, width, height: headingHeight } });
    let y = top;
    const taken: { start: number; end: number }[] = [];
    const itemGap = gapIn(band, air);
    for (const one of inFacingOrder(shown, whole.links, items)) {
      const { indent } = one.item;
      items.push({ ...one, band: column, slice, box: { x: x + indent, y, width: width - indent, height: one.height } });
      taken.push({ start: y, end: y + one.height });
      y += one.height + itemGap;
    }
    slices.push({ from: x, to: x + width, taken });
    x += width + gap;
  });
  const height = Math.max(top, ...items.map(({ box }) => box.y + box.height));
  const placed = { whole, size: { width: Math.max(0, x - gap), height }, runsDown: false, headings, items, slices };
  return { placed, isFolded: folded.some((band) => band.isFolded), cut };
}

/** Wide enough to cut no text, if the kind of band allows that. */
function widthForTexts({ kind, items }: Band): number {
  const { least, most } = WIDTHS[kind];
  return Math.min(most, Math.max(least, ...items.map((item) => widthUncut(item) + item.indent)));
}

/** The least width of each band. Where there is no room for all texts, as many bands as possible cut none. */
function leastWidths(bands: readonly Band[], wanted: readonly number[], room: number): number[] {
  const widths = bands.map(({ kind }) => WIDTHS[kind].least);
  let spare = room - widths.reduce((sum, width) => sum + width, 0);
  const wanting = wanted.map((width, at) => ({ at, more: width - widths[at]! })).sort((a, b) => a.more - b.more);
  for (const { at, more } of wanting) {
    if (more > spare) break;
    widths[at]! += more;
    spare -= more;
  }
  return widths;
}

/** Columns grow up to their maximum, then the gaps do; any further space stays free. `cut` counts the bands that have to cut a text. */
function columnWidths({ bands }: Bands, width: number): { widths: number[]; gap: number; cut: number } {
  const gaps = Math.max(0, bands.length - 1);
  const wanted = bands.map(widthForTexts);
  const leasts = leastWidths(bands, wanted, width - gaps * COLUMN_GAP.least);
  const least = leasts.reduce((sum, one) => sum + one, gaps * COLUMN_GAP.least);
  const growth = bands.reduce((sum, { kind }, at) => sum + WIDTHS[kind].most - leasts[at]!, 0);
  const spare = Math.max(0, width - least);
  // Gaps get their share at once: steep curves are hard to follow.
  const part = Math.min(1, spare / (growth + gaps * (COLUMN_GAP.most - COLUMN_GAP.least) || 1));
  const gap = Math.floor(COLUMN_GAP.least + part * (COLUMN_GAP.most - COLUMN_GAP.least));
  const widths = bands.map(({ kind }, at) => Math.floor(leasts[at]! + part * (WIDTHS[kind].most - leasts[at]!)));
  return { widths, gap, cut: widths.filter((own, at) => own < wanted[at]!).length };
}

/** Outcomes are ordered by what they depend on, from top to bottom, each followed by what is nested below it; the rest keep their order. */
function inFacingOrder(shown: readonly ShownItem[], links: readonly BandLink[], placed: readonly PlacedItem[]): ShownItem[] {
  const middles = new Map(placed.map(({ item, box }) => [item.id, box.y + box.height / 2]));
  const heightOf = ({ item }: ShownItem): number[] => links.flatMap(({ from, to }) => (to === item.id ? (middles.get(from) ?? []) : []));
  const ids = new Set(shown.map(({ item }) => item.id));
  const roots = shown.filter(({ item }) => item.parentId === null || !ids.has(item.parentId));
  const below = (root: ShownItem): ShownItem[] => [
    root,
    ...shown.filter(({ item }) => item.parentId === root.item.id && item !== root.item).flatMap(below),
  ];
  if (!shown.some(({ item }) => item.kind === 'outcome')) return [...shown];
  const groups = roots.map((root) => {
    const members = below(root);
    const heights = members.flatMap(heightOf);
    const mean = heights.length === 0 ? Number.MAX_SAFE_INTEGER : heights.reduce((sum, height) => sum + height, 0) / heights.length;
    return { members, mean: root.item.kind === 'more' ? Infinity : mean };
  });
  return groups.sort((a, b) => a.mean - b.mean).flatMap(({ members }) => members);
}

function placeStrips(whole: Bands, room: Size): PlacedBands {
  const cellsOf = ({ kind }: Bands['bands'][number]): number =>
    kind === 'causes' ? 1 : Math.max(1, Math.min(room.width < 500 ? 2 : 3, Math.floor((room.width + CELL_GAP) / (LEAST_CELL + CELL_GAP))));
  const strips: Strip[] = whole.bands.map((band) => ({
    cells: band.kind === 'causes' && band.items.length > 1 ? 2 : cellsOf(band),
    headingHeight: textHeight(band.heading, room.width, HEADING_SIZE, false) + BELOW_HEADING,
  }));
  const widths = strips.map(({ cells }) => Math.floor((room.width - (cells - 1) * CELL_GAP) / cells));
  const folded = foldStrips(whole, { widths, height: room.height, mostCards: MOST_CARDS.narrow, air: 0 }, strips, STRIP_GAP);
  const placing: Placing = { items: [], headings: [], slices: [], y: 0 };
  folded.forEach((band, at) => {
    placeStrip(band, strips[at]!, placing, at);
    placing.y += STRIP_GAP;
  });
  const { items, headings, slices } = placing;
  return { whole, size: { width: room.width, height: Math.max(0, placing.y - STRIP_GAP) }, runsDown: true, headings, items, slices };
}

interface Placing {
  items: PlacedItem[];
  headings: PlacedBands['headings'][number][];
  slices: Slice[];
  y: number;
}

/** A heading is an obstacle for lines, as items are. */
function placeStrip({ band, width, shown }: FoldedBand, { cells, headingHeight }: Strip, placing: Placing, at: number): void {
  const height = headingHeight - BELOW_HEADING;
  const headingWidth = Math.min(cells * (width + CELL_GAP) - CELL_GAP, textWidth(band.heading, HEADING_SIZE));
  placing.headings.push({ text: band.heading, box: { x: 0, y: placing.y, width: headingWidth, height } });
  placing.slices.push({ from: placing.y, to: placing.y + height, taken: [{ start: 0, end: headingWidth }] });
  placing.y += headingHeight;
  gridRows(shown, cells).forEach((row, line) => {
    if (line > 0) placing.y += ITEM_GAP;
    const rowHeight = Math.max(...row.map((one) => one.height));
    const taken = row.map((one, cell) => {
      const x = cell * (width + CELL_GAP);
      placing.items.push({ ...one, band: at, slice: placing.slices.length, box: { x, y: placing.y, width, height: one.height } });
      return { start: x, end: x + width };
    });
    placing.slices.push({ from: placing.y, to: placing.y + rowHeight, taken });
    placing.y += rowHeight;
  });
}
