import { expect, it } from 'vitest';
import { shortMoment } from '@/ui/momentWords';
import { changeKindWords, fieldWords, valueWords } from './changeWords';

it.each([
  [null, 'nothing'],
  ['', 'nothing'],
  [[], 'nothing'],
  [true, 'yes'],
  [12_345.5, '12,345.5'],
  ['Outage', 'Outage'],
  ['2026-11-21T12:33:36.835Z', shortMoment('2026-11-21T12:33:36.835Z')],
  ['2029-11-08', '2029-11-08'],
  [['Admin', 'Owner'], 'Admin, Owner'],
  [[{ capabilityId: 'x', revenueShare: 0.2 }], 'capability id x · revenue share 0.2'],
])('the value %j reads %s', (value, words) => {
  expect(valueWords(value)).toBe(words);
});

it('fields and kinds read as words', () => {
  expect([fieldWords('revenueVisibleTo'), fieldWords('capabilities.revenueShare'), changeKindWords('api-key'), changeKindWords('hosting-zone')]).toEqual(['revenue visible to', 'capabilities revenue share', 'API key', 'Hosting zone']);
});
