import { expect, it } from 'vitest';
import { shortName } from './shortName';

it.each([
  ['Payments', 8, 'Payments'],
  ['Customer relations', 14, 'Customer rela…'],
  ['Order to cash', 7, 'Order…'],
  ['capability number 17', 14, 'capability…17'],
  ['region-2026-11-21', 10, 'region-…21'],
])('%j in %d letters is %j', (name, letters, short) => {
  expect(shortName(name, letters)).toBe(short);
});
