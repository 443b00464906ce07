/** The height of items, from the widths of their texts, so that nothing is ever larger than its space. */
import { BREAKS, fitText, textWidth as measured, type Lettering } from '@/canvas/model/fitText';
import { ASIDE_SIZE } from '@/canvas/model/lettering';
import { formatNumber } from '@/plain/counts';
import { isMarked, type BandItem } from './bands';

/** Text sizes in units of the picture; at its original size, none is below 11 pixels. */
export const TITLE_SIZE = 13;
export const ROW_SIZE = 12;
export const STRONG_SIZE = 15;
export const HEADING_SIZE = 11.5;

const LINE_HEIGHT = 1.2;
const INSET = 8;
const AFTER_ICON = 28;
/** Between a card's edge and its rows, which are filled: its border stays visible, also where the corners are round. */
export const ROW_INSET = 2;
/** Above and below the content of an item. */
const PADDING = 4;

/** How much of each item of a band is visible. */
export interface FoldLevel {
  rows: number;
  facts: number;
}

const ALL_FACTS = 9;
/** From everything down to names only. */
export const WHOLE: FoldLevel = { rows: Infinity, facts: ALL_FACTS };
export const FOLD_LEVELS: readonly FoldLevel[] = [
  WHOLE,
  ...[10, 8, 6, 5, 4, 3, 2, 1, 0].map((rows) => ({ rows, facts: ALL_FACTS })),
  ...[3, 2, 1, 0].map((facts) => ({ rows: 0, facts })),
];

export interface ShownItem {
  item: BandItem;
  /** The title's second text, which counts the rows if none of them is visible. */
  aside: string;
  titleHeight: number;
  facts: readonly { text: string; isStrong: boolean; height: number }[];
  rows: readonly { index: number; height: number }[];
  /** Rows that are not visible. One extra row says how many, unless no row is visible at all. */
  hiddenRows: number;
  moreHeight: number;
  barHeight: number;
  height: number;
}

/** From this width on, a state has its word beside its mark. */
export const WIDE_ENOUGH_FOR_WORDS = 190;
const MORE_ROW_HEIGHT = 19;
/** Of the bar of states, with the space around it. */
const BAR_HEIGHT = 10;

/**
 * The layout of an item at a folding level in a box of this width, with some further height for each of its rows. A single hidden row is shown, because saying so would take as much
 * space.
 */
export function measure(item: BandItem, level: FoldLevel, width: number, air: number): ShownItem {
  const isWhole = item.rowCount <= level.rows + (level.rows > 0 ? 1 : 0) && item.rowCount <= item.rows.length;
  const count = isWhole ? item.rowCount : Math.min(level.rows, item.rows.length);
  const hiddenRows = item.rowCount - count;
  const hasIcon = item.state !== null;
  const word = width >= WIDE_ENOUGH_FOR_WORDS && item.state !== null && item.kind !== 'cause' ? item.state : '';
  const wanted = item.aside === '' ? word : item.aside;
  // A count that stands for all rows is needed; any other second text gives way to the name.
  const hasRoom =
    textHeight(item.title, width - asideRoom(wanted), TITLE_SIZE, hasIcon) === textHeight(item.title, width, TITLE_SIZE, hasIcon);
  const isCounting = count === 0 && hiddenRows > 0 && item.kind !== 'more' && item.kind !== 'component';
  // The share of a group stands below a name that it would cut.
  const isBelow = item.kind === 'group' && isCutBeside(item.title, width - asideRoom(wanted), hasIcon);
  const aside = isCounting ? formatNumber(hiddenRows) : (hasRoom || item.kind === 'group') && !isBelow ? wanted : '';
  const titleHeight = textHeight(item.title, width - asideRoom(aside), TITLE_SIZE, hasIcon) + air;
  const below = isBelow ? [{ text: item.aside, isStrong: false }] : [];
  const facts = [...below, ...item.facts.slice(0, level.facts)].map(({ text, isStrong }) => ({
    text,
    isStrong,
    height: textHeight(text, width, isStrong ? STRONG_SIZE : ROW_SIZE, false),
  }));
  const rows = item.rows
    .slice(0, count)
    .map((row, index) => ({ index, height: textHeight(row.label, width, ROW_SIZE, true, isMarked(row)) + air }));
  const moreHeight = count > 0 && hiddenRows > 0 ? MORE_ROW_HEIGHT : 0;
  const barHeight = item.bar === null ? 0 : BAR_HEIGHT;
  const inside = [...facts, ...rows].reduce((sum, part) => sum + part.height, titleHeight + moreHeight + barHeight);
  return { item, aside, titleHeight, facts, rows, hiddenRows, moreHeight, barHeight, height: inside + 2 * PADDING };
}

export const ITEM_PADDING = PADDING;

function asideRoom(aside: string): number {
  return aside === '' ? 0 : measured(aside, { size: ASIDE_SIZE, isBold: false }) + 6;
}

/** Whether a word of a title has no room on a line of its own. */
function isCutBeside(title: string, width: number, hasIcon: boolean): boolean {
  const room = width - 2 * ROW_INSET - INSET - (hasIcon ? AFTER_ICON : INSET);
  return fitText(title, Math.max(TITLE_SIZE, room), 2, { size: TITLE_SIZE, isBold: true }).some((line) => line.endsWith('…'));
}

/** One line or two; a second text beside the first adds no height. */
export function textHeight(text: string, width: number, size: number, hasIcon: boolean, isBold = size !== ROW_SIZE): number {
  const room = width - 2 * ROW_INSET - INSET - (hasIcon ? AFTER_ICON : INSET);
  const lines = fitText(text, Math.max(size, room), 2, { size, isBold }).length > 1 ? 2 : 1;
  return Math.ceil(lines * size * LINE_HEIGHT) + (lines === 1 ? 5 : 4);
}

/** The width of a text on one line. */
export function textWidth(text: string, size: number): number {
  return Math.ceil(measured(text, { size, isBold: true })) + 2 * INSET;
}

/** The width that an item needs so that neither its title nor a row is cut, each on two lines at most. */
export function widthUncut({ title, state, rows, kind, aside }: BandItem): number {
  // A group is known by its name and its share.
  const inTitle =
    kind === 'group'
      ? measured(title, { size: TITLE_SIZE, isBold: true }) + asideRoom(aside)
      : onTwoLines(title, { size: TITLE_SIZE, isBold: true });
  const own = inTitle + (state === null ? INSET : AFTER_ICON);
  const inside = rows.map((row) => onTwoLines(row.label, { size: ROW_SIZE, isBold: isMarked(row) }) + AFTER_ICON);
  return Math.ceil(Math.max(own, ...inside)) + INSET + 2 * ROW_INSET;
}

/** The least width at which a text fits on two lines. */
function onTwoLines(text: string, lettering: Lettering): number {
  const words = text.split(BREAKS);
  const widthOf = (from: number, to?: number): number => measured(words.slice(from, to).join('').trim(), lettering);
  return Math.min(...words.map((_, at) => Math.max(widthOf(0, at), widthOf(at))));
}
