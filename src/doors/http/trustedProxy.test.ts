/** Who sent a request, and whether the connection was secure, with and without proxies. */
import { describe, expect, it } from 'vitest';
import { originReader } from './trustedProxy';

const none = originReader('');
const behindProxy = originReader('10.0.0.0/8, 2001:db8::1');

describe('without a trusted proxy', () => {
  it('forwarded headers are not believed', () => {
    const headers = {
      host: 'faultline.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
    };
    expect(none({ peer: '198.51.100.1', isEncrypted: false, headers })).toEqual({
      address: '198.51.100.1',
      isSecure: false,
      isLoopbackHost: false,
      isLocal: false,
      host: 'faultline.example',
    });
  });

  it('an encrypted connection is secure', () => {
    expect(none({ peer: '198.51.100.1', isEncrypted: true, headers: { host: 'faultline.example' } }).isSecure).toBe(true);
  });

  it('a request to localhost from this machine has a loopback host and is local', () => {
    const origin = none({ peer: '::ffff:127.0.0.1', isEncrypted: false, headers: { host: 'localhost:3000' } });
    expect(origin).toMatchObject({ address: '127.0.0.1', isLoopbackHost: true, isLocal: true, isSecure: false });
  });

  it('a request that only claims to be for localhost is not local', () => {
    expect(none({ peer: '198.51.100.1', isEncrypted: false, headers: { host: 'localhost:3000' } }).isLocal).toBe(false);
  });

  it('a request through an undeclared proxy on this machine is not loopback', () => {
    const headers = { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' };
    expect(none({ peer: '127.0.0.1', isEncrypted: false, headers })).toMatchObject({ isLoopbackHost: false, isLocal: false });
  });
});

it.each([
  ['of another name', none, { host: 'faultline.example' }],
  ['without a name', none, {}],
  ['where a proxy is configured, which may forget to say so', behindProxy, { host: 'localhost:3000' }],
])('a request from this machine %s is not local', (_, read, headers) => {
  expect(read({ peer: '127.0.0.1', isEncrypted: false, headers }).isLocal).toBe(false);
});

describe('behind a trusted proxy', () => {
  it('protocol, host and caller are what the proxy says', () => {
    const headers = {
      host: 'pod:3000',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'faultline.example',
    };
    expect(behindProxy({ peer: '10.1.2.3', isEncrypted: false, headers })).toEqual({
      address: '203.0.113.9',
      isSecure: true,
      isLoopbackHost: false,
      isLocal: false,
      host: 'faultline.example',
    });
  });

  it('plain HTTP at the proxy is not secure', () => {
    expect(behindProxy({ peer: '10.1.2.3', isEncrypted: false, headers: { 'x-forwarded-proto': 'http' } }).isSecure).toBe(false);
  });

  it('header entries from before the first trusted proxy are not believed', () => {
    const headers = { 'x-forwarded-proto': 'https, http', 'x-forwarded-for': '127.0.0.1, 203.0.113.9, 10.9.9.9' };
    expect(behindProxy({ peer: '10.1.2.3', isEncrypted: false, headers })).toMatchObject({ address: '203.0.113.9', isSecure: false });
  });

  it('IPv6 proxies count too', () => {
    expect(behindProxy({ peer: '2001:db8::1', isEncrypted: false, headers: { 'x-forwarded-proto': 'https' } }).isSecure).toBe(true);
  });
});

describe('reading TRUST_PROXY', () => {
  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/x', '::1/129'])('refuses %s with a sentence', (text) => {
    expect(() => originReader(text)).toThrow(`TRUST_PROXY: "${text}" is neither an IP address nor a CIDR block`);
  });
});
