/**
 * Lays out columns of cards, each card with as many rows as its window has room for. Lines leave rows sideways and are drawn as curves between two
 * columns, so they need no positions. A window that is too narrow gets the columns one below the other, without lines.
 */
import { LEAST_NAME_PIXELS, NAME_SIZE } from '@/contract/values/picture';
import { MARGIN, type Box, type Size } from '@/server/picture/layout/layoutPlan';
import { measureCard } from '@/server/picture/sizes';
import type { FocusCard, FocusColumn } from './focusContents';

export interface PlacedCard {
  card: FocusCard;
  /** How many of its members are rows. */
  rows: number;
  box: Box;
}

export interface PlacedColumn {
  column: FocusColumn;
  heading: Box;
  cards: readonly PlacedCard[];
  /** Cards without room, and where “12 more applications” stands. */
  folded: { cards: readonly FocusCard[]; box: Box } | null;
}

export interface FocusLayout {
  size: Size;
  isStacked: boolean;
  columns: readonly PlacedColumn[];
}

const BETWEEN_COLUMNS = 64;
const BETWEEN_CARDS = 12;
const HEADING_HEIGHT = 24;
const LEAST_COLUMN = 150;
const MOST_COLUMN = 280;
const ROWS = [12, 8, 5, 3, 2, 1] as const;
const FOLDED_HEIGHT = 30;
/** Rows of a card that somebody opened. */
const MOST_ROWS = 200;

/** `open`: ids of cards with all their rows, and of columns with all their cards. */
export function focusLayout(columns: readonly FocusColumn[], window: Size, open: ReadonlySet<string>): FocusLayout {
  const room = { width: (window.width * NAME_SIZE) / LEAST_NAME_PIXELS - 2 * MARGIN, height: window.height - 2 * MARGIN };
  const across = Math.floor((room.width - (columns.length - 1) * BETWEEN_COLUMNS) / Math.max(1, columns.length));
  if (across < LEAST_COLUMN) return stacked(columns, Math.min(room.width, window.width - 2 * MARGIN), open);
  const most = Math.min(MOST_COLUMN, across);
  const placed = columns.map((column) => fittedColumn(column, most, room.height, open));
  return sideBySide(placed);
}

export function columnId(hop: number): string {
  return `column ${hop}`;
}

interface Sized {
  column: FocusColumn;
  width: number;
  height: number;
  cards: readonly { card: FocusCard; rows: number; height: number }[];
  folded: readonly FocusCard[];
}

/** With the most rows that fit; if not even one row of each card does, the last cards are folded. What somebody opened comes on top of that. */
function fittedColumn(column: FocusColumn, most: number, room: number, open: ReadonlySet<string>): Sized {
  const all = column.cards.length;
  const isWhole = open.has(columnId(column.hop));
  const rows = ROWS.find((one) => sizedColumn(column, one, most, NONE, all).height <= room);
  let shown = all;
  if (rows === undefined && !isWhole) while (shown > 1 && sizedColumn(column, 1, most, NONE, shown).height > room) shown--;
  return sizedColumn(column, rows ?? (isWhole ? ROWS_OF_OPENED : 1), most, open, shown);
}

const NONE: ReadonlySet<string> = new Set();
const ROWS_OF_OPENED = 3;

function sizedColumn(column: FocusColumn, rows: number, most: number, open: ReadonlySet<string>, shown: number): Sized {
  const cards = column.cards.slice(0, shown).map((card) => sizedCard(card, open.has(card.id) ? MOST_ROWS : rows, most));
  const folded = column.cards.slice(shown);
  const width = cards.reduce((widest, card) => Math.max(widest, card.width), LEAST_COLUMN);
  const heights = [...cards.map(({ height }) => height), ...(folded.length === 0 ? [] : [FOLDED_HEIGHT])];
  const height = HEADING_HEIGHT + heights.reduce((sum, one) => sum + one + BETWEEN_CARDS, 0) - BETWEEN_CARDS;
  return { column, width, height, cards, folded };
}

function sizedCard(card: FocusCard, most: number, width: number) {
  const rows = Math.min(most, card.members.length);
  const measured = measureCard(
    { content: card, isOpen: false, rows: card.members.slice(0, rows), parts: [], more: card.members.length - rows },
    width,
  );
  return { card, rows, width: measured.width, height: measured.height };
}

function sideBySide(columns: readonly Sized[]): FocusLayout {
  const height = Math.max(0, ...columns.map((column) => column.height));
  let x = MARGIN;
  const placed = columns.map((column) => {
    const at = placedColumn(column, x, MARGIN + (height - column.height) / 2, column.width);
    x += column.width + BETWEEN_COLUMNS;
    return at;
  });
  return { size: { width: x - BETWEEN_COLUMNS + MARGIN, height: height + 2 * MARGIN }, isStacked: false, columns: placed };
}

function stacked(columns: readonly FocusColumn[], width: number, open: ReadonlySet<string>): FocusLayout {
  let y = MARGIN;
  const placed = columns.map((column) => {
    const isOpen = open.has(columnId(column.hop));
    const sized = sizedColumn(column, 5, width, open, isOpen ? column.cards.length : Math.min(MOST_STACKED, column.cards.length));
    const at = placedColumn(sized, MARGIN, y, width);
    y += sized.height + 2 * BETWEEN_CARDS;
    return at;
  });
  return { size: { width: width + 2 * MARGIN, height: y - 2 * BETWEEN_CARDS + MARGIN }, isStacked: true, columns: placed };
}

const MOST_STACKED = 8;

function placedColumn({ column, cards, folded }: Sized, x: number, top: number, width: number): PlacedColumn {
  let y = top + HEADING_HEIGHT;
  const placed = cards.map(({ card, rows, height }): PlacedCard => {
    const box = { x, y, width, height };
    y += height + BETWEEN_CARDS;
    return { card, rows, box };
  });
  return {
    column,
    heading: { x, y: top, width, height: HEADING_HEIGHT - 4 },
    cards: placed,
    folded: folded.length === 0 ? null : { cards: folded, box: { x, y, width, height: FOLDED_HEIGHT } },
  };
}
