/** Estimated widths: never less than a wide font takes. */
import { expect, it } from 'vitest';
import { estimatedWidth, type Font } from './estimatedWidth';

const NAME_FONT: Font = { size: 12, isBold: false };
const TITLE_FONT: Font = { size: 13, isBold: true };

it.each([
  // As Chromium measures DejaVu Sans, at 12 pixels and bold at 13, rounded down.
  ['Order processing service', 149, 183],
  ['WWWWWWWW', 94, 114],
  ['12,345.67', 61, 73],
])('%s is at least as wide as it is drawn, and hardly wider', (text, name, title) => {
  for (const [font, drawn] of [
    [NAME_FONT, name],
    [TITLE_FONT, title],
  ] as const) {
    expect(estimatedWidth(text, font)).toBeGreaterThanOrEqual(drawn);
    expect(estimatedWidth(text, font)).toBeLessThan(drawn * 1.1);
  }
});

it.each([
  ['nothing takes no room', '', 0, 0],
  ['combining marks take no room', 'e\u0301', 7, 8],
  ['emoji take more than letters', '🚀', 12, 20],
  ['letters of other alphabets count as wide', 'жж', 16, 24],
])('%s', (_name, text, least, most) => {
  expect(estimatedWidth(text, NAME_FONT)).toBeGreaterThanOrEqual(least);
  expect(estimatedWidth(text, NAME_FONT)).toBeLessThanOrEqual(most);
});
