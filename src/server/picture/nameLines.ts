/** How names break into lines on the server, which lays out without a font. */
import { NAME_SIZE } from '@/contract/values/picture';
import { estimatedWidth, type Font } from '@/plain/estimatedWidth';

/** A line may break after these. */
const BREAK_AFTER = /[\s\-/._:,]/;

export const TITLE_SIZE = 13;

export const NAME_FONT: Font = { size: NAME_SIZE, isBold: false };
export const TITLE_FONT: Font = { size: TITLE_SIZE, isBold: true };

/**
 * The number of lines of a text that breaks after spaces and punctuation, and inside words that are too long for a line. Stops counting at
 * 3.
 */
export function linesOf(text: string, width: number, font: Font): number {
  let lines = 1;
  let line = 0;
  let word = 0;
  for (const character of text) {
    const step = estimatedWidth(character, font);
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
  for (let width = Math.max(least, Math.ceil(estimatedWidth(text, font) / 8) * 4); width < most; width += 4)
    if (linesOf(text, width, font) <= 2) return width;
  return most;
}
