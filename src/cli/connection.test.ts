import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyFromRandomBytes } from '@/domain/apiKeyFormat';
import { refuseKeyInArguments, resolveConnection } from './connection';
import type { World } from './world';

const tenant = '3F2B8A52-6c1e-4f0a-9a53-0d6f8e1c7b44';
const key = keyFromRandomBytes(new Uint8Array(30)) ?? '';
const resolve = (env: Record<string, string>, options = {}, cwd = '/') => resolveConnection(options, { env, cwd } as unknown as World);
const all = { FAULTLINE_URL: 'https://f.example.com/', FAULTLINE_TENANT: tenant, FAULTLINE_KEY: ` ${key}\n` };

describe('server, tenant and key', () => {
  it('come from the environment, and options win', () => {
    expect(resolve(all)).toEqual({ origin: 'https://f.example.com', tenantId: tenant.toLowerCase(), key });
    expect(resolve(all, { url: 'http://localhost:3000' }).origin).toBe('http://localhost:3000');
  });

  it('may be given as one address, that of the tenant’s API', () => {
    expect(resolve({ FAULTLINE_KEY: key }, { url: `https://f.example.com/api/${tenant}/` })).toEqual({
      origin: 'https://f.example.com',
      tenantId: tenant.toLowerCase(),
      key,
    });
  });

  it('the tenant in the address of an option wins over the one in the environment', () => {
    const other = '00000000-0000-4000-8000-000000000000';
    const address = `https://f.example.com/api/${other}`;
    expect(resolve(all, { url: address }).tenantId).toBe(other);
    expect(resolve({ ...all, FAULTLINE_URL: address }).tenantId).toBe(tenant.toLowerCase());
    expect(resolve(all, { url: address, tenant }).tenantId).toBe(tenant.toLowerCase());
  });

  it('the key can come from a file, and an option naming the file wins over FAULTLINE_KEY', () => {
    const directory = mkdtempSync(join(tmpdir(), 'faultline-key-'));
    const other = keyFromRandomBytes(new Uint8Array(30).fill(1)) ?? '';
    writeFileSync(join(directory, 'key'), `${other}\n`);
    expect(resolve({ ...all, FAULTLINE_KEY: '', FAULTLINE_KEY_FILE: 'key' }, {}, directory).key).toBe(other);
    expect(resolve(all, { keyFile: 'key' }, directory).key).toBe(other);
    expect(resolve({ ...all, FAULTLINE_KEY_FILE: 'gone' }, {}, directory).key).toBe(key);
  });

  it.each([
    [{ FAULTLINE_URL: '' }, 'which server?'],
    [{ FAULTLINE_URL: 'f.example.com' }, 'FAULTLINE_URL: "f.example.com" is not a web address'],
    [{ FAULTLINE_URL: 'https://me:pw@f.example.com' }, 'FAULTLINE_URL: must not contain a user name or password'],
    [
      { FAULTLINE_URL: 'http://f.example.com' },
      'FAULTLINE_URL: "http://f.example.com" is not encrypted, so the key would cross the network in clear',
    ],
    [{ FAULTLINE_URL: 'https://f.example.com/docs' }, 'FAULTLINE_URL: the path /docs does not belong there'],
    [{ FAULTLINE_TENANT: '' }, 'which tenant?'],
    [{ FAULTLINE_TENANT: 'acme' }, 'the tenant must be given as its GUID, not "acme"'],
    [{ FAULTLINE_KEY: '' }, 'no API key'],
    [{ FAULTLINE_KEY: `${key.slice(0, -1)}x` }, 'what FAULTLINE_KEY holds is not an API key'],
    [{ FAULTLINE_KEY: '', FAULTLINE_KEY_FILE: '/nowhere/key' }, 'the key file /nowhere/key cannot be read: there is no such file'],
  ])('%o is refused before anything is sent', (env, message) => {
    expect(() => resolve({ ...all, ...env })).toThrow(message);
  });

  it('a refusal never repeats a key', () => {
    let message = '';
    try {
      resolve({ ...all, FAULTLINE_KEY: `${key}x` });
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('is not an API key');
    expect(message).not.toContain(key);
  });
});

describe('a key among the arguments', () => {
  it.each([
    [['push', 'flt_0123456789abcdef']],
    [['--key=flt_0123456789abcdef']],
    [['--key-file', 'flt_0123456789abcdef']],
    [['--key', 'x']],
    [['--api-key=x']],
    [['--token', 'x']],
  ])('%j is refused', (argv) => {
    expect(() => refuseKeyInArguments(argv)).toThrow('shells keep command lines in their history');
  });

  it.each([[['blast', 'flt_orders']], [['--key-file', '/run/secrets/flt_key']], [['blast', 'token-service']]])(
    '%j is not mistaken for one',
    (argv) => {
      expect(() => refuseKeyInArguments(argv)).not.toThrow();
    },
  );
});
