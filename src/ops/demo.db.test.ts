/** The demo that `npm start` prepares, started again and again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { isPasswordOf, resetPassword } from '@/server/auth/people';
import { useTestDatabase } from '@/test/database';
import { banner } from './banner';
import { prepareDemo } from './demo';

const { database } = await useTestDatabase();
const directory = mkdtempSync(join(tmpdir(), 'faultline-demo-'));

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true, force: true });
});

it('stays the same from start to start but for its key, and a password that was set since is not told wrongly', async () => {
  vi.stubEnv('FAULTLINE_DATA', directory);
  const start = () => prepareDemo(database, true, () => undefined);
  const first = await start();
  expect(await isPasswordOf(database, first.email, first.password ?? '')).toBe(true);
  expect(banner('http://localhost:3000', first)).toContain(`password: ${first.password ?? ''}`);

  const second = await start();
  expect({ ...second, key: '' }).toEqual({ ...first, key: '' });
  expect(second.key).not.toBe(first.key);

  await resetPassword(database, first.email, 'one of their own');
  const third = await start();
  expect({ ...third, key: '' }).toEqual({ ...first, key: '', password: null });
  expect(await isPasswordOf(database, first.email, 'one of their own')).toBe(true);
  expect(banner('http://localhost:3000', third)).toContain('with the password that was set in its profile');
  expect((await start()).password).toBeNull();
});

it('nobody’s password is nobody’s', async () => {
  expect(await isPasswordOf(database, 'nobody@faultline.example', 'one of their own')).toBe(false);
});
