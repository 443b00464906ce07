import { expect, it } from 'vitest';
import { isEndingSoon, statusOf } from './keyStatus';

const NOW = new Date('2026-11-20T12:00:00.000Z');

it.each([
  [{ revokedAt: null, expiresAt: null }, 'Active', false],
  [{ revokedAt: null, expiresAt: '2026-11-20T12:00:00.001Z' }, 'Active', true],
  [{ revokedAt: null, expiresAt: '2026-11-20T12:00:00.000Z' }, 'Expired', false],
  [{ revokedAt: null, expiresAt: '2026-12-04T12:00:00.000Z' }, 'Active', false],
  [{ revokedAt: '2026-11-01T00:00:00.000Z', expiresAt: '2026-11-02T00:00:00.000Z' }, 'Revoked', false],
] as const)('a key with %j is %s, ending soon: %s', (key, status, isSoon) => {
  expect([statusOf(key, NOW), isEndingSoon(key, NOW)]).toEqual([status, isSoon]);
});
