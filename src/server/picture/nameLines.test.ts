/** Names break into lines as in a browser. */
import { expect, it } from 'vitest';
import { linesOf, NAME_FONT, widthForTwoLines } from './nameLines';

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
