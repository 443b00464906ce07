/** Fits names into their space: at most a given number of lines, the last one cut with an ellipsis. */
import { estimatedWidth } from '@/plain/estimatedWidth';
import { PICTURE_FONT } from './look';

const ELLIPSIS = '…';
const MOST_KEPT = 20_000;
/** Lines may also break after these, and before a capital letter: names are often one word. */
export const BREAKS = /(?<=[\s\-_./:])|(?<=[a-z])(?=[A-Z])/;

export interface Lettering {
  /** In units of the picture. */
  size: number;
  isBold: boolean;
}

const fitted = new Map<string, readonly string[]>();
const pens = new Map<string, CanvasRenderingContext2D | null>();

/** The lines of a name that is `width` units wide. Cached by name, space and lettering. */
export function fitText(name: string, width: number, mostLines: number, lettering: Lettering): readonly string[] {
  const font = fontOf(lettering);
  const key = `${font} ${width} ${mostLines} ${name}`;
  const known = fitted.get(key);
  if (known !== undefined) return known;
  const lines = wrapText(name, width, mostLines, (text) => textWidth(text, lettering));
  if (fitted.size > MOST_KEPT) fitted.clear();
  fitted.set(key, lines);
  return lines;
}

/** Pure: `measure` gives the width of a text. A word that is too long for a line is cut, and what follows it comes on the next. */
export function wrapText(name: string, width: number, mostLines: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let rest = name.replace(/\s+/g, ' ').trim();
  while (rest !== '' && lines.length < mostLines) {
    if (measure(rest) <= width) {
      lines.push(rest);
      return lines;
    }
    if (lines.length === mostLines - 1) {
      lines.push(cut(rest, width, measure));
      return lines;
    }
    const line = longestStart(rest, width, measure);
    const first = line === '' ? (rest.split(BREAKS)[0] ?? rest) : line;
    lines.push(line === '' ? cut(first, width, measure) : line.trimEnd());
    rest = rest.slice(first.length).trimStart();
  }
  return lines;
}

/** As many whole words as fit; empty if not even the first does. */
function longestStart(text: string, width: number, measure: (text: string) => number): string {
  let line = '';
  for (const word of text.split(BREAKS)) {
    if (measure((line + word).trimEnd()) > width) break;
    line += word;
  }
  return line;
}

function cut(text: string, width: number, measure: (text: string) => number): string {
  return lettersThatFit(text, (part) => measure(part + ELLIPSIS) <= width).trimEnd() + ELLIPSIS;
}

/** At least one letter, so that no name is empty. */
function lettersThatFit(text: string, fits: (part: string) => boolean): string {
  const letters = [...text];
  let [enough, tooMany] = [1, letters.length + 1];
  while (tooMany - enough > 1) {
    const middle = (enough + tooMany) >> 1;
    if (fits(letters.slice(0, middle).join(''))) enough = middle;
    else tooMany = middle;
  }
  return letters.slice(0, enough).join('');
}

function fontOf({ size, isBold }: Lettering): string {
  return `${isBold ? '600' : '400'} ${size}px ${PICTURE_FONT}`;
}

/** The width of one line of text, in units of the picture; estimated where text cannot be measured, as on the server. */
export function textWidth(text: string, lettering: Lettering): number {
  const pen = penOf(fontOf(lettering));
  return pen === null ? estimatedWidth(text, lettering) : pen.measureText(text).width;
}

/** Sets the font only when it changes: setting it takes longer than measuring. */
function penOf(font: string): CanvasRenderingContext2D | null {
  let pen = pens.get(font);
  if (pen === undefined) {
    pen = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
    if (pen !== null) pen.font = font;
    pens.set(font, pen);
  }
  return pen;
}
