/**
 * Estimates the width of a text where there is no font to measure it with. Uses the widths of DejaVu Sans, which is wider than most fonts, so
 * what fits by estimate also fits when drawn.
 */

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

export interface Font {
  size: number;
  isBold: boolean;
}

function thousandths(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return ASCII[code - 0x20] ?? ALPHABETS;
  if (TAKES_NO_ROOM.test(character)) return 0;
  if (code < BEYOND_ALPHABETS) return ALPHABETS;
  return code < FIRST_PICTOGRAM ? ARABIC_AND_MORE : PICTOGRAM;
}

/** In units of the font's size. */
export function estimatedWidth(text: string, { size, isBold }: Font): number {
  let sum = 0;
  for (const character of text) sum += thousandths(character);
  return (sum / 1_000) * size * (isBold ? BOLD : 1);
}
