import { expect, it } from 'vitest';
import { expiryOf, isTermComplete } from './keyExpiry';

const NOW = new Date('2026-11-20T12:00:00.000Z');

it('a term counts from now, a date includes its whole day, never is null', () => {
  expect(expiryOf('30', '', NOW)).toBe('2026-12-20T12:00:00.000Z');
  expect(expiryOf('365', '', NOW)).toBe('2027-11-20T12:00:00.000Z');
  expect(expiryOf('never', '2026-12-01', NOW)).toBeNull();
  expect(expiryOf('date', '2026-12-01', NOW)).toBe(new Date(2026, 11, 1, 23, 59, 59).toISOString());
});

it('an incomplete or impossible date is not accepted', () => {
  expect(isTermComplete('date', '')).toBe(false);
  expect(isTermComplete('date', '2026-13-01')).toBe(false);
  expect(isTermComplete('date', '2026-12-01')).toBe(true);
  expect(isTermComplete('30', '')).toBe(true);
});
