/** Logging in: what is stored where, and to which server a stored key is sent. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyFromRandomBytes } from '@/domain/apiKeyFormat';
import { useTestDatabase } from '@/test/database';
import { LOCKED, makeFakeKeychain, type FakeKeychain } from '@/test/fakeKeychain';
import { faultlineIn, type CommandResult } from '@/test/faultlineCommand';
import { nodeServer, sendTo } from '@/test/restMounts';
import { createRestTenant, type RestTenant } from '@/test/restTenants';

const { database } = await useTestDatabase();

let server: Server;
let url: string;
let tenant: RestTenant;
let home: string;
beforeAll(async () => {
  const started = await nodeServer();
  server = started.server;
  url = `http://127.0.0.1:${started.port}`;
  tenant = await createRestTenant(database, sendTo(started.port), 'Enterprise');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'faultline-home-'));
  return () => rmSync(home, { recursive: true, force: true });
});

const file = (): string => join(home, 'faultline', 'profiles.json');
const run = (args: readonly string[], stdin = '', env: Record<string, string> = {}): Promise<CommandResult> =>
  faultlineIn(home)(args, { stdin, env: { XDG_CONFIG_HOME: home, FAULTLINE_KEYCHAIN: 'off', ...env } });
const logIn = (key: string = tenant.keys.all, ...more: string[]): Promise<CommandResult> =>
  run(['login', '--url', `${url}/api/${tenant.tenantId}`, ...more], `${key}\n`);

describe('a login', () => {
  it('stores server, tenant and key for later commands, where only their owner can read them', async () => {
    const { code, stdout, stderr } = await logIn();
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toBe(`Logged in to ${url} as profile default. The key is in ${file()}.\n`);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'faultline')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(home, 'faultline'))).toEqual(['profiles.json']);
    const exported = await run(['export', '--json']);
    expect(exported.code).toBe(0);
  });

  it('goes to the tenant of its address, whatever the environment names, and says what comes before the profile', async () => {
    const env = { FAULTLINE_URL: url, FAULTLINE_TENANT: '00000000-0000-4000-8000-000000000000', FAULTLINE_KEY: tenant.keys.read };
    const address = `${url}/api/${tenant.tenantId}`;
    const { code, stderr } = await run(['login', '--url', address], `${tenant.keys.all}\n`, env);
    const note = '  What is set in the environment comes before the profile: FAULTLINE_URL, FAULTLINE_TENANT, FAULTLINE_KEY';
    expect([code, stderr.split('\n').slice(1)]).toEqual([0, [note, '']]);
  });

  it('accepts a key without the scope read', async () => {
    expect((await logIn(tenant.keys.write)).code).toBe(0);
  });

  it('stores no key that the server does not know, or that belongs to another tenant', async () => {
    const other = await createRestTenant(database, sendTo(Number(new URL(url).port)), 'Enterprise');
    for (const [key, words] of [
      [tenant.keys.all.replace(/.{8}$/, 'AAAAAAAA'), 'is not an API key'],
      [keyFromRandomBytes(new Uint8Array(30).fill(7)) ?? '', 'the key is unknown, revoked or expired'],
      [other.keys.all, 'the key belongs to another tenant'],
      ['', 'is not an API key'],
    ] as const) {
      const { code, stderr } = await logIn(key);
      expect(code).toBe(1);
      expect(stderr).toContain(words);
      if (key !== '') expect(stderr).not.toContain(key);
    }
    expect(readdirSync(home)).toEqual([]);
  });

  it('can read the key from a file', async () => {
    writeFileSync(join(home, 'key'), `${tenant.keys.all}\n`);
    expect((await run(['login', '--url', url, '--tenant', tenant.tenantId, '--key-file', 'key'])).code).toBe(0);
    expect((await run(['export', '--json'])).code).toBe(0);
  });
});

describe('a profile', () => {
  it('is chosen by option, by environment and as the current one', async () => {
    await logIn(tenant.keys.all, '--profile', 'one');
    await logIn(tenant.keys.write, '--profile', 'two');
    const refused = await run(['export', '--json']);
    expect(refused.stdout).toContain('scope_missing');
    expect((await run(['--profile', 'one', 'export', '--json'])).code).toBe(0);
    expect((await run(['export', '--json'], '', { FAULTLINE_PROFILE: 'one' })).code).toBe(0);
    expect((await run(['profiles'])).stdout).toBe(`  one  ${url}/api/${tenant.tenantId}\n* two  ${url}/api/${tenant.tenantId}\n`);
    expect((await run(['profiles', 'one'])).code).toBe(0);
    expect((await run(['export', '--json'])).code).toBe(0);
    expect((await run(['--profile', 'three', 'export'])).stderr).toContain('there are one, two');
  });

  it('never lends its key to another server or tenant', async () => {
    await logIn();
    for (const [args, env] of [
      [['--url', 'https://elsewhere.example.com', '--tenant', tenant.tenantId], {}],
      [[], { FAULTLINE_URL: 'https://elsewhere.example.com', FAULTLINE_TENANT: tenant.tenantId }],
      [['--tenant', '00000000-0000-4000-8000-000000000000'], {}],
    ] as const) {
      const { code, stderr } = await run([...args, 'export'], '', env);
      expect([code, stderr.split('\n')[0]]).toEqual([1, 'faultline: no API key']);
    }
  });

  it('is overridden by the key in the environment', async () => {
    await logIn(tenant.keys.write);
    expect((await run(['export', '--json'], '', { FAULTLINE_KEY: tenant.keys.all })).code).toBe(0);
  });

  it('is not read once others can read it', async () => {
    await logIn();
    chmodSync(file(), 0o640);
    const { code, stderr } = await run(['export']);
    expect([code, stderr.split('\n')[0]]).toEqual([1, `faultline: other users of this machine can read ${file()}, which holds keys`]);
  });

  it('is deleted with its key, and another one becomes current', async () => {
    await logIn(tenant.keys.all, '--profile', 'one');
    await logIn(tenant.keys.write, '--profile', 'two');
    expect((await run(['logout'])).code).toBe(0);
    expect(readFileSync(file(), 'utf8')).not.toContain(tenant.keys.write);
    expect((await run(['export', '--json'])).code).toBe(0);
    expect((await run(['logout', '--profile', 'two'])).stderr).toContain('there is no profile "two"');
  });

  it('reports a damaged file', async () => {
    mkdirSync(join(home, 'faultline'));
    writeFileSync(file(), '{', { mode: 0o600 });
    expect((await run(['profiles'])).stderr).toContain('it is not JSON');
  });
});

// The folder has the tools of Linux and of macOS.
describe('a keychain', () => {
  let keychain: FakeKeychain;
  let env: Record<string, string>;
  beforeEach(() => {
    keychain = makeFakeKeychain(join(home, 'tools'));
    env = { FAULTLINE_KEYCHAIN: '', PATH: keychain.folder };
  });
  const address = (): string => `${url}/api/${tenant.tenantId}`;
  const item = (profile: string): string => `${profile}@${address()}`;
  const runHere = (args: readonly string[], stdin = '', more: Record<string, string> = {}): Promise<CommandResult> =>
    run(args, stdin, { ...env, ...more });
  const logInHere = (key: string, ...more: string[]): Promise<CommandResult> => runHere(['login', '--url', address(), ...more], `${key}\n`);

  it('holds the key instead of the file, for later commands', async () => {
    const { code, stderr } = await logInHere(tenant.keys.all);
    expect([code, stderr]).toEqual([0, `Logged in to ${url} as profile default. The key is in the system's keychain.\n`]);
    expect(keychain.items()).toEqual({ [item('default')]: tenant.keys.all });
    expect(readFileSync(file(), 'utf8')).not.toContain('flt_');
    expect((await runHere(['export', '--json'])).code).toBe(0);
    expect(keychain.commandLines()).not.toContain('flt_');
  });

  it('is not used if the option or the environment forbids it, nor for a key that the server refuses', async () => {
    const refused = await logInHere(tenant.keys.all, '--no-keychain');
    expect(refused.stderr).toBe(`Logged in to ${url} as profile default. The key is in ${file()}.\n`);
    await runHere(['login', '--url', address()], tenant.keys.all, { FAULTLINE_KEYCHAIN: 'off' });
    expect((await runHere(['login', '--url', address()], tenant.keys.all, { FAULTLINE_KEYCHAIN: 'maybe' })).code).toBe(1);
    expect((await logInHere(keyFromRandomBytes(new Uint8Array(30).fill(7)) ?? '')).code).toBe(1);
    expect(keychain.commandLines()).toBe('');
  });

  it('that cannot be used leaves the key in the file, and the command says why it did', async () => {
    keychain.lock();
    const { code, stderr, stdout } = await logInHere(tenant.keys.all, '--json');
    expect([code, stderr]).toEqual([0, expect.stringContaining(`The key is in ${file()}.\n  no keychain can be used: `)]);
    expect(stderr).toContain(LOCKED);
    expect(JSON.parse(stdout)).toMatchObject({ file: file(), keychain: null });
    expect((await runHere(['export', '--json'])).code).toBe(0);
  });

  it('never lends its key to another server, even when the profile was edited', async () => {
    await logInHere(tenant.keys.all);
    writeFileSync(file(), readFileSync(file(), 'utf8').replaceAll(url, 'https://elsewhere.example.com'));
    const { code, stderr } = await runHere(['export']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('it is no longer there')]);
  });

  it('that stays locked fails only commands that need the key', async () => {
    await logInHere(tenant.keys.all);
    keychain.lock();
    for (const more of [{}, { FAULTLINE_KEYCHAIN: 'off' }] as Record<string, string>[]) {
      const { code, stdout } = await runHere(['export', '--json'], '', more);
      expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'keychain_unavailable' } }]);
    }
    expect((await runHere(['profiles'])).code).toBe(0);
    expect((await runHere(['export', '--json'], '', { FAULTLINE_KEY: tenant.keys.all })).code).toBe(0);
  });

  it('loses the key at logout, and another login replaces it wherever it was', async () => {
    await logInHere(tenant.keys.write);
    await logInHere(tenant.keys.all);
    expect(keychain.items()).toEqual({ [item('default')]: tenant.keys.all });
    await logInHere(tenant.keys.all, '--no-keychain');
    expect(keychain.items()).toEqual({});
    await logInHere(tenant.keys.all);
    await logInHere(tenant.keys.write, '--profile', 'two');
    expect(readFileSync(file(), 'utf8')).not.toContain('flt_');
    expect((await runHere(['logout'])).stderr).toContain('Profile two and its key were removed');
    expect(keychain.items()).toEqual({ [item('default')]: tenant.keys.all });
  });

  it('that stays locked keeps a profile from being deleted while its key remains, unless that is requested', async () => {
    await logInHere(tenant.keys.all);
    keychain.lock();
    const refused = await runHere(['logout']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('use --no-keychain to leave the key there')]);
    expect((await runHere(['profiles'])).stdout).toContain('* default');
    const forced = await runHere(['logout', '--no-keychain']);
    expect([forced.code, forced.stderr]).toEqual([0, expect.stringContaining('its key is still in the keychain')]);
    expect((await runHere(['profiles'])).stderr).toContain('No profiles yet');
  });
});
