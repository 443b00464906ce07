/**
 * The sizes of cards, rows and boxes. Leaves room for a symbol to the left of each name and a word like "Outage" to its right, which the
 * browser draws.
 */
import { stackName } from '@/contract/values/picture';
import type { DraftCard } from './drafts';
import type { Part } from './parts';
import { linesOf, NAME_FONT, TITLE_FONT, widthForTwoLines } from './nameLines';
import { estimatedWidth } from '@/plain/estimatedWidth';

const LEAST_CARD_WIDTH = 150;
const MOST_CARD_WIDTH = 300;
/** Between a card's side and its rows. */
export const ROW_INSET = 4;
const ICON = 28;
/** Room for a state as a word with its symbol. */
const ASIDE = 82;
/** Room for "3 of 25". */
const TITLE_ASIDE = 56;
const TEXT_PADDING = 4;
/** Room beside a name in its row or box. */
const BESIDE_NAME = ICON + ASIDE + TEXT_PADDING;
const TITLE_PADDING = 20;
const TITLE_HEIGHTS = [30, 47] as const;
const ROW_HEIGHTS = [20, 34] as const;
const BOX_HEIGHTS = [28, 40] as const;
/** Below the last row. */
const FOOT = 6;
/** The height of "12 more". */
export const MORE_HEIGHT = 20;
const LONGEST_LINE = 130;
const SHORTEST_LINE = 56;

export interface CardMeasures {
  width: number;
  height: number;
  titleHeight: number;
  rowHeights: number[];
}

const heightFor = ([one, two]: readonly [number, number], text: string, width: number, font = NAME_FONT): number =>
  linesOf(text, width, font) === 1 ? one : two;

/**
 * The size of a closed card; for an open one the minimum, without its contents. `most` is the width for long names, never less than the
 * width for all others.
 */
export function measureCard({ content, rows, more }: DraftCard, most: number): CardMeasures {
  const widest = Math.max(0, ...rows.map(({ name }) => estimatedWidth(name, NAME_FONT) + BESIDE_NAME + 2 * ROW_INSET));
  const titled = estimatedWidth(content.title, TITLE_FONT) + TITLE_ASIDE + TITLE_PADDING;
  const wanted = Math.max(widest, titled);
  const width = Math.ceil(Math.max(LEAST_CARD_WIDTH, Math.min(MOST_CARD_WIDTH, most, wanted)));
  const titleHeight = heightFor(TITLE_HEIGHTS, content.title, width - TITLE_ASIDE - TITLE_PADDING, TITLE_FONT);
  const rowHeights = rows.map(({ name }) => heightFor(ROW_HEIGHTS, name, width - 2 * ROW_INSET - BESIDE_NAME));
  const foot = (more === 0 ? 0 : MORE_HEIGHT) + (rows.length === 0 ? 0 : FOOT);
  return { width, height: titleHeight + rowHeights.reduce((sum, height) => sum + height, 0) + foot, titleHeight, rowHeights };
}

/** The size of a box or a stack. */
export function measurePart({ members }: Part): { width: number; height: number } {
  const [first] = members;
  const isStack = first !== undefined && members.length > 1;
  const name = isStack ? stackName(members.length, first.kind, first.name) : (first?.name ?? '');
  const line = Math.ceil(estimatedWidth(name, NAME_FONT));
  if (line <= LONGEST_LINE) return { width: Math.max(SHORTEST_LINE, line) + BESIDE_NAME, height: BOX_HEIGHTS[0] };
  return { width: widthForTwoLines(name, SHORTEST_LINE, LONGEST_LINE, NAME_FONT) + BESIDE_NAME, height: BOX_HEIGHTS[1] };
}
