import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { passwords } from './passwords';

it('a password is hashed by scrypt with 32 MiB of work, under a salt of its own, unless a test says otherwise', async () => {
  const stored = await passwords().hash('a long password');
  const [salt = '', key = ''] = stored.split(':');
  expect(key).toBe(scryptSync('a long password', salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_024 * 1_024 }).toString('hex'));
  expect(await passwords().hash('a long password')).not.toBe(stored);
  expect(await passwords().verify({ hash: stored, password: 'a long password' })).toBe(true);
  expect(await passwords().verify({ hash: stored, password: 'another password' })).toBe(false);
});
