import { expect, it } from 'vitest';
import { fieldWords, valueWords } from './changeWords';

it('says plain values from and to, and nothing as null', () => {
  expect(fieldWords({ field: 'mode', from: 'Hard', to: 'Soft' })).toEqual({ field: 'mode', from: 'Hard', to: 'Soft' });
  expect(fieldWords({ field: 'required', from: null, to: false })).toEqual({ field: 'required', from: null, to: 'false' });
});

it('says of lists what came and what went, shares in percent', () => {
  expect(fieldWords({ field: 'technologies', from: ['a', 'b'], to: ['b', 'c'] })).toEqual({
    field: 'technologies',
    added: ['c'],
    removed: ['a'],
  });
  const change = {
    field: 'capabilities',
    from: [{ capability: 'sell', revenueShare: 0.5 }],
    to: [{ capability: 'sell', revenueShare: 0.125 }],
  };
  expect(fieldWords(change)).toEqual({ field: 'capabilities', added: ['sell 12.5%'], removed: ['sell 50%'] });
});

it('names what may not be seen without a value', () => {
  expect(fieldWords({ field: 'annualRevenue', withheld: true })).toEqual({ field: 'annualRevenue', isWithheld: true });
});

it('shortens long values and shows an empty list as nothing', () => {
  expect(valueWords('x'.repeat(200))).toBe(`${'x'.repeat(160)}…`);
  expect(valueWords([])).toBeNull();
});
