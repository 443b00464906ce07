/** Estimated widths: never less than a wide font takes, and lines break as in a browser. */
import { expect, it } from 'vitest';
import { linesOf, NAME_FONT, textWidth, TITLE_FONT, widthForTwoLines } from './textWidth';

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
    expect(textWidth(text, font)).toBeGreaterThanOrEqual(drawn);
    expect(textWidth(text, font)).toBeLessThan(drawn * 1.1);
  }
});

it.each([
  ['nothing takes no room', '', 0, 0],
  ['combining marks take no room', 'e\u0301', 7, 8],
  ['emoji take more than letters', '🚀', 12, 20],
  ['letters of other alphabets count as wide', 'жж', 16, 24],
])('%s', (_name, text, least, most) => {
  expect(textWidth(text, NAME_FONT)).toBeGreaterThanOrEqual(least);
  expect(textWidth(text, NAME_FONT)).toBeLessThanOrEqual(most);
});

it.each([
  ['a name that fits', 'Cart', 60, 1],
  ['two words', 'Order processing', 70, 2],
  ['a technical name, broken after a hyphen', 'order-processing', 70, 2],
  ['one word longer than the line, broken within', 'Orderprocessing', 70, 2],
  ['more than two lines', 'Order processing service', 60, 3],
  ['200 letters', 'x'.repeat(200), 130, 3],
  ['spaces at the end of a line, which may overhang', 'Order      ', 36, 1],
])('%s', (_name, text, width, lines) => {
  expect(linesOf(text, width, NAME_FONT)).toBe(lines);
});

it('two lines get the least width that holds them', () => {
  const width = widthForTwoLines('Order processing service', 40, 200, NAME_FONT);
  expect([linesOf('Order processing service', width, NAME_FONT), linesOf('Order processing service', width - 4, NAME_FONT)]).toEqual([
    2, 3,
  ]);
  expect(widthForTwoLines('x'.repeat(200), 40, 130, NAME_FONT)).toBe(130);
});
