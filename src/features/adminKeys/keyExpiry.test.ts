import { expect, it } from 'vitest';
import { expiryOf } from './keyExpiry';

const NOW = new Date('2026-11-20T12:00:00.000Z');

it('a term counts from now, a day is lived to its end, never is null', () => {
  expect(expiryOf('30', '', NOW)).toEqual({ expiresAt: '2026-12-20T12:00:00.000Z' });
  expect(expiryOf('365', '', NOW)).toEqual({ expiresAt: '2027-11-20T12:00:00.000Z' });
  expect(expiryOf('never', '2026-12-01', NOW)).toEqual({ expiresAt: null });
  expect(expiryOf('date', '2026-12-01', NOW)).toEqual({ expiresAt: new Date(2026, 11, 1, 23, 59, 59).toISOString() });
});

it('a day that is not complete is none', () => {
  expect(expiryOf('date', '', NOW)).toBeNull();
  expect(expiryOf('date', '2026-13-01', NOW)).toBeNull();
});
