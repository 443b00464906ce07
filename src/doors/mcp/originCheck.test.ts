/** Which hosts are ours and which pages may send requests: the table that keeps out DNS rebinding and pages of other sites. */
import { afterEach, describe, expect, it } from 'vitest';
import { readEnv } from '@/server/env';
import { addressOf, assertKnownOrigin } from './originCheck';

const registry = (globalThis as unknown as { faultlineState: Map<string, unknown> }).faultlineState;
const PUBLIC = { PUBLIC_URL: 'https://faultline.example.com/', ALLOWED_HOSTS: 'faultline.internal, Other.Internal' };

function configure(configured: Record<string, string>): void {
  registry.set('env', readEnv({ NODE_ENV: 'test', ...configured }));
}
afterEach(() => registry.delete('env'));

const asked = (host: string | null, isSecure: boolean, origin: string | null) => ({
  host,
  isSecure,
  header: (name: string) => (name === 'origin' ? origin : null),
});

describe('a request', () => {
  it.each<[string, Record<string, string>, string | null, boolean, string | null, boolean]>([
    ['to this machine', {}, 'localhost:3000', false, null, true],
    ['to this machine by its address', {}, '127.0.0.1:3000', false, null, true],
    ['to this machine by its newer address', {}, '[::1]:3000', false, null, true],
    ['by HTTPS, if no host was named', {}, 'anything.example.com', true, null, true],
    ['over plain HTTP to a rebound DNS name', {}, 'evil.example.com', false, null, false],
    ['to the named host', PUBLIC, 'faultline.example.com', true, null, true],
    ['to a further host', PUBLIC, 'faultline.internal:8443', true, null, true],
    ['to a further host, in any case', PUBLIC, 'OTHER.internal', true, null, true],
    ['to this machine, if hosts are named', PUBLIC, 'localhost:3000', false, null, true],
    ['by HTTPS to another host than the named ones', PUBLIC, 'evil.example.com', true, null, false],
    ['to a host that only begins like ours', PUBLIC, 'faultline.example.com.evil.example', true, null, false],
    ['to no host', {}, null, true, null, false],
    ['to an invalid host', {}, 'a b', true, null, false],
    ['from our own page', PUBLIC, 'faultline.example.com', true, 'https://faultline.example.com', true],
    ['from our own page to a further host', PUBLIC, 'faultline.internal', true, 'https://faultline.example.com', true],
    ['from another page', PUBLIC, 'faultline.example.com', true, 'https://evil.example.com', false],
    ['from a page of this machine to this machine', {}, 'localhost:3000', false, 'http://localhost:6274', true],
    ['from a page of this machine to another', PUBLIC, 'faultline.example.com', true, 'http://localhost:6274', false],
    ['from a page elsewhere to this machine', {}, 'localhost:3000', false, 'http://evil.example.com', false],
    ['from a page without an origin', {}, 'localhost:3000', false, 'null', false],
    ['from a file', {}, 'localhost:3000', false, 'file://', false],
  ])('%s', (_, configured, host, isSecure, origin, isTaken) => {
    configure(configured);
    const assertion = () => assertKnownOrigin(asked(host, isSecure, origin));
    if (isTaken) expect(assertion).not.toThrow();
    else expect(assertion).toThrow(expect.objectContaining({ code: 'origin_forbidden' }));
  });
});

describe('the address that a caller gets', () => {
  it('is the public one, or else the requested one', () => {
    configure(PUBLIC);
    expect(addressOf(asked('faultline.internal', true, null))).toBe('https://faultline.example.com');
    configure({});
    expect(addressOf(asked('localhost:3000', false, null))).toBe('http://localhost:3000');
    expect(addressOf(asked('a.example.com', true, null))).toBe('https://a.example.com');
  });
});
