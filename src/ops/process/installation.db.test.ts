/** What a start does with its database: which logins it continues with, what it says about them, and what it writes for other programs. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, useSingleLoginDatabase } from '@/test/database';
import { prepareInstallation } from './installation';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import { createLifetime } from './lifetime';

const directory = mkdtempSync(join(tmpdir(), 'faultline-installation-'));
chmodSync(directory, 0o711);
const single = await useSingleLoginDatabase(2);
const own = await createTestDatabase();

beforeAll(() => vi.stubEnv('FAULTLINE_DATA', directory));
afterAll(async () => {
  vi.unstubAllEnvs();
  await own.drop();
  rmSync(directory, { recursive: true, force: true });
});

/** A start up to the point where the database is ready: what it printed, and the logins that the process continues with. */
async function begin(): Promise<{ said: string[]; logins: Record<string, string>; end: () => Promise<void> }> {
  const said: string[] = [];
  const lifetime = createLifetime(
    () => undefined,
    (line) => said.push(line),
  );
  await prepareInstallation({
    lifetime,
    say: (line) => said.push(line),
    plan: { web: 1, worker: 0 },
    findPort: (port) => Promise.resolve(port),
  });
  const named = Object.entries(process.env).filter(([name, value]) => /^DATABASE_.*URL$/.test(name) && value !== undefined);
  const logins = Object.fromEntries(named.map(([name, url]) => [name, new URL(url ?? '').username]));
  return { said, logins, end: () => lifetime.end(0) };
}

it('with one login each start warns about what that login can do', async () => {
  stateAddresses(single.addresses, process.env);
  for (let start = 1; start <= 2; start += 1) {
    const { said, logins, end } = await begin();
    expect(said).toEqual([
      expect.stringMatching(/^DATABASE_SINGLE_LOGIN=1: the login that serves requests owns the tables too, .* keeps tenants apart\.$/),
    ]);
    expect(Object.keys(logins)).toEqual(['DATABASE_URL']);
    await end();
  }
});

it('a start with only half of what mail needs says which half is missing', async () => {
  stateAddresses(single.addresses, process.env);
  vi.stubEnv('SMTP_URL', 'smtp://mail.acme.example');
  const { said, end } = await begin();
  vi.stubEnv('SMTP_URL', undefined);
  expect(said).toContain('No mail is sent: SMTP_URL is set without SMTP_FROM.');
  await end();
});

it.skipIf(own.addresses.isSingleLogin)(
  'with separate logins a start prints no warning, and forgets the owner once the database is up to date',
  async () => {
    stateAddresses(own.addresses, process.env);
    const { said, logins, end } = await begin();
    expect(said).toEqual([]);
    expect(logins).toEqual({ DATABASE_URL: 'faultline_app', DATABASE_SYSTEM_URL: 'faultline_system' });
    await end();
  },
);

it(
  'the embedded database writes all three logins to a file that only its owner can read, and removes it at the end',
  { tags: ['long'] },
  async () => {
    for (const name of ['DATABASE_URL', 'DATABASE_SYSTEM_URL', 'DATABASE_OWNER_URL', 'DATABASE_SINGLE_LOGIN']) delete process.env[name];
    const { logins, end } = await begin();
    const file = join(directory, 'postgres.json');
    try {
      expect(logins).toEqual({ DATABASE_URL: 'faultline_app', DATABASE_SYSTEM_URL: 'faultline_system' });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const { url, appUrl, systemUrl } = JSON.parse(readFileSync(file, 'utf8')) as Record<'url' | 'appUrl' | 'systemUrl', string>;
      expect([url, appUrl, systemUrl].map((address) => new URL(address).username)).toEqual([
        'faultline_owner',
        'faultline_app',
        'faultline_system',
      ]);
      expect([appUrl, systemUrl]).toEqual([process.env.DATABASE_URL, process.env.DATABASE_SYSTEM_URL]);
    } finally {
      await end();
    }
    expect(() => statSync(file)).toThrow('ENOENT');
  },
);

it('a taken port is noticed before anything happens to a database', async () => {
  const said: string[] = [];
  stateAddresses({ ...own.addresses, app: Object.assign(new URL(own.addresses.app), { port: '1' }).href }, process.env);
  const lifetime = createLifetime(
    () => undefined,
    (line) => said.push(line),
  );
  const findPort = (): Promise<number> => Promise.reject(new Error('Port 3000 is already in use.'));
  await expect(prepareInstallation({ lifetime, say: (line) => said.push(line), plan: { web: 1, worker: 0 }, findPort })).rejects.toThrow(
    'Port 3000 is already in use.',
  );
  for (const name of ['DATABASE_URL', 'DATABASE_SYSTEM_URL', 'DATABASE_OWNER_URL', 'DATABASE_SINGLE_LOGIN']) delete process.env[name];
  await expect(prepareInstallation({ lifetime, say: (line) => said.push(line), plan: { web: 1, worker: 0 }, findPort })).rejects.toThrow(
    'Port 3000 is already in use.',
  );
  expect(said).toEqual([]);
  await lifetime.end(0);
});
