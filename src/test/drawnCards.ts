/** The cards of a drawn picture of impact, as its oracle reads them. */
import type { Box, CanvasNode } from '@/canvas/model/picture';

export interface Card {
  node: CanvasNode;
  title: CanvasNode;
  rows: CanvasNode[];
  /** "7 more", or the number beside the title. */
  hidden: number;
  /** What its facts say. */
  facts: string[];
  /** The shares of its bar. */
  bars: CanvasNode[];
  column: Column;
}

export interface Column {
  heading: string;
  boxes: Box[];
  cards: Card[];
}

/** The first whole number of a text. */
export function numberIn(text: string): number | null {
  const found = /[\d,]+/.exec(text)?.[0];
  return found === undefined ? null : Number(found.replaceAll(',', ''));
}

export const kindOf = ({ node }: Card): string =>
  ['cause', 'card', 'component', 'group', 'ground', 'outcome', 'audience', 'more'].find((kind) => node.classes.includes(kind)) ?? '';
