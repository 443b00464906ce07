/** Which keys are looked up: unknown ones only so often from one address, while valid ones are found whatever else comes from there. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyFromRandomBytes } from '@/domain/apiKeyFormat';
import { useTestDatabase } from '@/test/database';
import { createKey } from '@/test/restTenants';
import { newTenant } from '@/test/tenants';
import { findKey } from './findKey';

const { database } = await useTestDatabase();
const unknownKey = (): string => keyFromRandomBytes(randomBytes(200)) ?? '';
const NOW = new Date();
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);

/** The results of this many simultaneous guesses, counted. */
async function guess(address: string | null, times: number, now = NOW): Promise<Record<string, number>> {
  const answers = await Promise.all(
    Array.from({ length: times }, () =>
      findKey(unknownKey(), now, address).then(
        (found) => (found === null ? 'none' : 'found'),
        (error: { code: string; retryAfterSeconds: number }) => `${error.code} ${error.retryAfterSeconds}`,
      ),
    ),
  );
  return Object.fromEntries([...new Set(answers)].map((answer) => [answer, answers.filter((one) => one === answer).length]));
}

it('unknown keys from one address are looked up sixty times, then once a second; other addresses are not slowed down', async () => {
  expect(await guess('192.0.2.1', 100)).toEqual({ none: 60, 'rate_limited 1': 40 });
  expect(await guess('192.0.2.1', 5, later(2))).toEqual({ none: 2, 'rate_limited 1': 3 });
  expect(await guess('192.0.2.2', 3)).toEqual({ none: 3 });
  expect(await guess(null, 100)).toEqual({ none: 100 });
});

it('a key that was valid before is found while others guess from its address, and does not count as a guess', async () => {
  const tenant = await newTenant(database);
  const { key } = await createKey(database, tenant.tenantId, ['read']);
  const find = (now: Date) => findKey(key, now, '192.0.2.3').then((found) => found?.tenantId);
  expect(await find(NOW)).toBe(tenant.tenantId);
  expect(await guess('192.0.2.3', 61)).toEqual({ none: 60, 'rate_limited 1': 1 });
  // Long enough for the key to be looked up again.
  expect(await find(later(4))).toBe(tenant.tenantId);
});
