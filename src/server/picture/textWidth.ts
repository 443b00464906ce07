/**
 * Estimates the width of a name, because the server lays out without a font. Uses the widths of DejaVu Sans, which is wider than most
 * fonts, so what fits by estimate also fits when drawn.
 */

import { NAME_SIZE } from '@/contract/values/picture';
/** In thousandths of the font size, from space to tilde. */
const ASCII: readonly number[] = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337,
  337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732,
  684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635,
  635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];
/** Latin, Greek, Cyrillic and Hebrew beyond ASCII; nine out of ten characters are narrower. */
const ALPHABETS = 800;
const BEYOND_ALPHABETS = 0x0600;
const ARABIC_AND_MORE = 1_050;
const PICTOGRAM = 1_400;
const FIRST_PICTOGRAM = 0x2190;
/** Bold words are hardly ever wider than this factor. */
const BOLD = 1.17;
const TAKES_NO_ROOM = /[\p{M}\p{Cf}]/u;
/** A line may break after these. */
const BREAK_AFTER = /[\s\-/._:,]/;

export const TITLE_SIZE = 13;

export interface Font {
  size: number;
  isBold: boolean;
}
export const NAME_FONT: Font = { size: NAME_SIZE, isBold: false };
export const TITLE_FONT: Font = { size: TITLE_SIZE, isBold: true };

function thousandths(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return ASCII[code - 0x20] ?? ALPHABETS;
  if (TAKES_NO_ROOM.test(character)) return 0;
  if (code < BEYOND_ALPHABETS) return ALPHABETS;
  return code < FIRST_PICTOGRAM ? ARABIC_AND_MORE : PICTOGRAM;
}

/** In units of a picture. */
export function textWidth(text: string, { size, isBold }: Font): number {
  let sum = 0;
  for (const character of text) sum += thousandths(character);
  return (sum / 1_000) * size * (isBold ? BOLD : 1);
}

/**
 * The number of lines of a text that breaks after spaces and punctuation, and inside words that are too long for a line. Stops counting at
 * 3.
 */
export function linesOf(text: string, width: number, font: Font): number {
  let lines = 1;
  let line = 0;
  let word = 0;
  for (const character of text) {
    const step = textWidth(character, font);
    // A space at the end of a line takes no room.
    const isBlank = /\s/.test(character);
    if (line + word + step > width && !isBlank) {
      lines++;
      if (lines > 2) return lines;
      if (line === 0) word = 0;
      line = 0;
    }
    word += step;
    if (BREAK_AFTER.test(character)) {
      line += word;
      word = 0;
    }
  }
  return lines;
}

/** The smallest width at which a text takes at most two lines, in steps of 4; `most` if even that is not enough. */
export function widthForTwoLines(text: string, least: number, most: number, font: Font): number {
  for (let width = Math.max(least, Math.ceil(textWidth(text, font) / 8) * 4); width < most; width += 4)
    if (linesOf(text, width, font) <= 2) return width;
  return most;
}
