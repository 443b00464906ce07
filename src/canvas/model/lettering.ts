/** Where the words and the icon of a node stand within its box; the same for the canvas and for exported files. */
import { fitText } from './fitText';
import type { NodeStyle } from './look';
import type { CanvasNode } from './picture';

export const ICON_SIZE = 15;
export const ICON_INSET = 7;
export const MARK_SIZE = 11;
const TEXT_INSET = 8;
const TEXT_AFTER_ICON = ICON_INSET + ICON_SIZE + 6;
const ASIDE_INSET = 8;
const ASIDE_GAP = 6;
export const LINE_HEIGHT = 1.2;
/** A second text is this much smaller than the name. */
export const ASIDE_SIZE = 11;

export interface Lettered {
  lines: readonly string[];
  /** From the left border to the first letter; half the width for what stands in the middle. */
  textX: number;
  /** Empty for none. */
  aside: string;
  /** From the left border to the end of the second text. */
  asideX: number;
  /** From the left border to the middle of the mark. */
  markX: number;
}

/** Two lines where the box is high enough for them. */
export function letterNode({ box, label, aside = '', icon, mark }: CanvasNode, style: NodeStyle): Lettered {
  const start = icon === undefined ? TEXT_INSET : TEXT_AFTER_ICON;
  const asideLine = aside === '' ? '' : (fitText(aside, box.width * 0.6, 1, { size: ASIDE_SIZE, isBold: style.isAsideBold })[0] ?? '');
  const end = mark === undefined ? ASIDE_INSET : ASIDE_INSET + MARK_SIZE + 4;
  const asideRoom = asideLine === '' ? 0 : asideLine.length * ASIDE_SIZE * 0.56 + ASIDE_GAP;
  const room = style.align === 'middle' ? box.width - 4 : box.width - start - Math.max(TEXT_INSET, asideRoom + end);
  const mostLines = box.height >= 2 * style.size * LINE_HEIGHT + 2 ? 2 : 1;
  return {
    lines: label === '' ? [] : fitText(label, Math.max(style.size, room), mostLines, style),
    textX: style.align === 'middle' ? box.width / 2 : start,
    aside: asideLine,
    asideX: box.width - end,
    markX: box.width - ASIDE_INSET - MARK_SIZE / 2,
  };
}
