/** Names cut to the room they have. The library's own cutting measures a name that is too long once for each of its letters, each time that it is drawn anew. */

export const PICTURE_FONT = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export interface Lettering {
  /** In pixels. */
  size: number;
  isBold?: true;
}

const ELLIPSIS = '…';
const MOST_KEPT = 20_000;

/** By lettering, room and name; the oldest go first. */
const fitted = new Map<string, string>();
const pens = new Map<string, CanvasRenderingContext2D | null>();

/** The name, or as much of its beginning as has room in `width` pixels with an ellipsis behind it. */
export function fittedName(name: string, width: number, { size, isBold }: Lettering): string {
  const font = `${isBold === true ? '700' : '400'} ${size}px ${PICTURE_FONT}`;
  const key = `${font} ${width} ${name}`;
  const known = fitted.get(key);
  if (known !== undefined) return known;
  const pen = penOf(font);
  const cut = pen === null ? name : cutToFit(name, width, (text) => pen.measureText(text).width);
  fitted.set(key, cut);
  if (fitted.size > MOST_KEPT) fitted.delete(fitted.keys().next().value ?? '');
  return cut;
}

/** Asks for the width of a text as often as the length of the name can be halved. */
export function cutToFit(name: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(name) <= width) return name;
  const letters = [...name];
  let [fits, tooLong] = [0, letters.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (widthOf(letters.slice(0, middle).join('') + ELLIPSIS) <= width) fits = middle;
    else tooLong = middle;
  }
  return letters.slice(0, fits).join('').trimEnd() + ELLIPSIS;
}

/** A font is set once: to set it takes longer than to measure. */
function penOf(font: string): CanvasRenderingContext2D | null {
  let pen = pens.get(font);
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d');
    if (pen !== null) pen.font = font;
    pens.set(font, pen);
  }
  return pen;
}
