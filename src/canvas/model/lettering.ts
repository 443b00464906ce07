/** Positions of a node's text and icon within its box, the same for canvas and files. */
import { fitText, textWidth } from './fitText';
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
/** As large as a name: no text is smaller. */
export const ASIDE_SIZE = 12;

export interface Lettered {
  lines: readonly string[];
  /** From the left border to the first letter; for centred text, half the width. */
  textX: number;
  /** Empty for none. */
  aside: string;
  /** From the left border to the end of the second text. */
  asideX: number;
  /** From the left border to the centre of the mark. */
  markX: number;
}

/** The name comes first, on two lines if the box is tall enough; a second text that would overlap it is left out. */
export function letterNode({ box, label, aside = '', icon, mark }: CanvasNode, style: NodeStyle): Lettered {
  const start = icon === undefined ? TEXT_INSET : TEXT_AFTER_ICON;
  const end = mark === undefined ? ASIDE_INSET : ASIDE_INSET + MARK_SIZE + 4;
  const mostLines = box.height >= 2 * style.size * LINE_HEIGHT + 2 ? 2 : 1;
  const asideWidth = aside === '' ? 0 : textWidth(aside, { size: ASIDE_SIZE, isBold: style.isAsideBold }) + ASIDE_GAP;
  const whole = box.width - start - end;
  const linesIn = (room: number) => (label === '' ? [] : fitText(label, Math.max(style.size, room), mostLines, style));
  const beside = linesIn(whole - asideWidth);
  const hasAside = asideWidth > 0 && asideWidth <= whole && !isCut(beside, label);
  const lines = hasAside ? beside : linesIn(whole);
  return {
    lines,
    textX: start,
    aside: hasAside ? aside : '',
    asideX: box.width - end,
    markX: box.width - ASIDE_INSET - MARK_SIZE / 2,
  };
}

function isCut(lines: readonly string[], name: string): boolean {
  return lines.some((line) => line.endsWith('…')) && !name.endsWith('…');
}
