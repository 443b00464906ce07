/** Keys in the system's keychain, with tools that behave like the real ones. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyFromRandomBytes } from '@/domain/apiKeyFormat';
import { LOCKED, makeFakeKeychain, type FakeKeychain } from '@/test/fakeKeychain';
import { allowsKeychain, readFromKeychain, removeFromKeychain, storeInKeychain, type KeychainEntry } from './keychain';
import { keychainAccount } from './profiles';

const key = keyFromRandomBytes(new Uint8Array(30)) ?? '';
const other = keyFromRandomBytes(new Uint8Array(30).fill(1)) ?? '';
const account = 'default@https://f.example.com/api/3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44';

let fake: FakeKeychain;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'faultline-keychain-'));
  fake = makeFakeKeychain(folder);
  return () => rmSync(folder, { recursive: true, force: true });
});
const on = (platform: NodeJS.Platform) => ({ env: { PATH: fake.folder }, platform });

describe.each(['linux', 'darwin'] as const)('the keychain of %s', (platform) => {
  const kind = platform === 'linux' ? 'secret-service' : 'macos';

  it('keeps a key, replaces it and forgets it, and never shows it in a command line', () => {
    expect(storeInKeychain(account, other, on(platform))).toEqual({ kind });
    const entry = storeInKeychain(account, key, on(platform));
    expect(fake.items()).toEqual({ [account]: key });
    expect(readFromKeychain(account, entry, on(platform))).toBe(key);
    removeFromKeychain(account, entry, on(platform));
    expect(fake.items()).toEqual({});
    expect(readFromKeychain(account, entry, on(platform))).toBeNull();
    expect(() => removeFromKeychain(account, entry, on(platform))).not.toThrow();
    expect(fake.commandLines().split('\n').length).toBeGreaterThan(6);
    expect(fake.commandLines()).not.toMatch(/flt_/);
  });

  it('keeps the keys of two accounts apart', () => {
    storeInKeychain(account, key, on(platform));
    storeInKeychain(`two-${account}`, other, on(platform));
    expect(readFromKeychain(account, { kind }, on(platform))).toBe(key);
    expect(readFromKeychain(account.replace('f.example', 'evil.example'), { kind }, on(platform))).toBeNull();
  });

  it('is not used when it is missing or cannot be reached', () => {
    fake.lock();
    for (const call of [
      () => storeInKeychain(account, key, on(platform)),
      () => readFromKeychain(account, { kind }, on(platform)),
      () => removeFromKeychain(account, { kind }, on(platform)),
    ])
      expect(call).toThrow(LOCKED);
    for (const PATH of ['/nowhere', ''])
      expect(() => storeInKeychain(account, key, { env: { PATH }, platform })).toThrow(/no keychain can be used: .* is not installed/);
  });
});

describe('a keychain', () => {
  it('of Linux that is locked without a message is not mistaken for an empty one', () => {
    const entry = storeInKeychain(account, key, on('linux'));
    fake.close();
    for (const call of [() => readFromKeychain(account, entry, on('linux')), () => removeFromKeychain(account, entry, on('linux'))])
      expect(call).toThrow('it is locked');
    expect(readFromKeychain(`no-${account}`, entry, on('linux'))).toBeNull();
  });

  it('that does not return what was stored is not used', () => {
    fake.forget();
    expect(() => storeInKeychain(account, key, on('linux'))).toThrow('it did not return what was stored');
  });

  it('that includes a key in an error message does not get the key repeated', () => {
    writeFileSync(join(fake.folder, 'secret-tool'), `#!/bin/sh\necho "cannot store ${key}" >&2\nexit 3\n`);
    expect(() => storeInKeychain(account, key, { env: { PATH: `${fake.folder}:/bin` }, platform: 'linux' })).toThrow(/cannot store flt_…$/);
  });

  it('is refused where the system has none, or the profile names one that is unknown', () => {
    expect(() => storeInKeychain(account, key, on('aix'))).toThrow('there is none on this system');
    for (const kind of ['toString', 'kwallet'])
      expect(() => readFromKeychain(account, { kind } as unknown as KeychainEntry, on('linux'))).toThrow('does not know');
  });

  it('of Windows returns the key encrypted by PowerShell, and uses only pipes', () => {
    const script = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
appendFileSync(__dirname + '/arguments.txt', process.argv.join(' '));
const text = readFileSync(0, 'utf8').trim();
const isSealing = process.argv.at(-1).includes('ConvertFrom-SecureString');
process.stdout.write((isSealing ? Buffer.from(text).toString('hex') : Buffer.from(text, 'hex').toString()) + '\\r\\n');
`;
    writeFileSync(join(fake.folder, 'powershell.exe'), script);
    chmodSync(join(fake.folder, 'powershell.exe'), 0o755);
    const entry = storeInKeychain(account, key, on('win32'));
    expect(entry).toEqual({ kind: 'dpapi', sealed: Buffer.from(key).toString('hex') });
    expect(readFromKeychain(account, entry, on('win32'))).toBe(key);
    expect(fake.commandLines()).not.toMatch(/flt_/);
  });

  it('is allowed unless FAULTLINE_KEYCHAIN is off, and an unknown value is refused', () => {
    for (const [word, isAllowed] of [
      [undefined, true],
      ['', true],
      ['on', true],
      ['off', false],
      [' OFF ', false],
    ] as const)
      expect(allowsKeychain({ env: { FAULTLINE_KEYCHAIN: word } })).toBe(isAllowed);
    expect(() => allowsKeychain({ env: { FAULTLINE_KEYCHAIN: '0' } })).toThrow('FAULTLINE_KEYCHAIN must be on or off');
  });
});

describe('the account of a profile', () => {
  it('names its server and tenant', () => {
    const profile = { name: 'default', url: 'https://f.example.com', tenant: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44' };
    expect(keychainAccount(profile)).toBe(account);
    expect(keychainAccount({ ...profile, url: 'http://[::1]:3000' })).toContain('http://[::1]:3000');
  });

  it.each(['https://f.example.com" -w x', 'https://f.example.com\ndelete-keychain', 'https://f.example.com $(id)'])(
    'never ends the command that macOS reads: %j',
    (url) => {
      expect(() => keychainAccount({ name: 'default', url, tenant: 't' })).toThrow('names no server');
    },
  );
});
