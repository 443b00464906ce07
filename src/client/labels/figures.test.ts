import { expect, it } from 'vitest';
import { perHourLabel } from './figures';

it.each([
  [2_000, 'EUR', '€2,000/h'],
  [0, 'EUR', null],
  [null, 'EUR', null],
  [2_000, null, null],
])('writes %s of %s per hour as %s', (amount, currency, label) => {
  expect(perHourLabel(amount, currency)).toBe(label);
});
