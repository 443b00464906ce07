import { describe, expect, it } from 'vitest';
import { addressKind, isAddressAllowed, targetFault } from './targetAddress';

describe('the kind of an address', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82b::200e',
  ])('%s is public', (address) => {
    expect(addressKind(address)).toBe('public');
  });

  it.each(['127.0.0.1', '127.255.255.254', '127.0.0.0', '::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001'])(
    '%s is loopback',
    (address) => {
      expect(addressKind(address)).toBe('loopback');
    },
  );

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '10.255.255.255'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.0.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['link-local and metadata', '169.254.169.254'],
    ['protocol assignments', '192.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarks', '198.18.0.1'],
    ['benchmarks', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped', '::ffff:7f00:1'],
    ['IPv4-mapped', '::ffff:8.8.8.8'],
    ['IPv4-mapped', '0:0:0:0:0:ffff:a00:1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:10.0.0.1'],
    ['NAT64', '64:ff9b::10.0.0.1'],
    ['NAT64', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::1'],
    ['6to4', '2002:7f00:1::'],
    ['6to4', '2002:a00:1::1'],
    ['Teredo', '2001:0:53aa:64c::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
  ])('%s: %s is closed', (_name, address) => {
    expect(addressKind(address)).toBe('closed');
  });

  it.each([
    '',
    'example.com',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '1:2:3',
    '1::2::3',
    ':::',
    '1:2:3:4:5:6:7:8:9',
    'g::1',
    '::12345',
    '::1.2.3.999',
  ])('%j is no address', (text) => {
    expect(addressKind(text)).toBeNull();
    expect(isAddressAllowed(text, true)).toBe(false);
  });

  it('allows loopback only on request, and nothing else with it', () => {
    expect([isAddressAllowed('127.0.0.1', false), isAddressAllowed('127.0.0.1', true), isAddressAllowed('::1', true)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([
      isAddressAllowed('10.0.0.1', true),
      isAddressAllowed('::ffff:127.0.0.1', true),
      isAddressAllowed('169.254.169.254', true),
    ]).toEqual([false, false, false]);
  });
});

describe('a target', () => {
  it.each([
    'https://example.com/hook',
    'https://example.com:8443/a?b=c',
    'https://example.com:443/',
    'https://example.com:80/',
    'https://example.com:1025/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://EXAMPLE.com',
    'https://xn--bcher-kva.ch/',
    'https://localhost.example.com/',
  ])('%s may be tried', (url) => {
    expect(targetFault(url, false)).toBeNull();
  });

  it.each([
    ['no URL', '/hook', 'must be a whole URL, such as https://example.com/faultline'],
    ['no URL', 'https://', 'must be a whole URL, such as https://example.com/faultline'],
    ['a broken address', 'https://1.2.3.256/', 'must be a whole URL, such as https://example.com/faultline'],
    ['plain HTTP', 'http://example.com/', 'must start with https://'],
    ['another protocol', 'ftp://example.com/', 'must start with https://'],
    ['a file', 'file:///etc/passwd', 'must start with https://'],
    ['HTTP to loopback', 'http://127.0.0.1/', 'must start with https://'],
    ['a password', 'https://user:secret@example.com/', 'must not contain a user name or password; verify the signature instead'],
    ['a user', 'https://user@example.com/', 'must not contain a user name or password; verify the signature instead'],
    ['a fragment', 'https://example.com/#x', 'must not have a fragment'],
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0x7f.1',
      '017700000001',
      '127.0.0.1.',
      '10.0.0.1',
      '167772161',
      '0xa.0.0.1',
      '012.0.0.1',
      '192.168.1.1',
      '3232235777',
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '0251.0376.0251.0376',
      '100.64.0.1',
      '0',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '127。0。0。1',
      '①②⑦.0.0.1',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:10.0.0.1]',
      '[0:0:0:0:0:ffff:7f00:1]',
      '[64:ff9b::10.0.0.1]',
      '[2002:7f00:1::]',
      '[2001:0:53aa:64c::1]',
      '[fc00::1]',
      '[fe80::1]',
      '[fd00:ec2::254]',
      '[ff02::1]',
    ].map((host) => [`the closed address ${host}`, `https://${host}/`, 'must resolve to a public address']),
    ...[
      'localhost',
      'LOCALHOST',
      'app.localhost',
      'ⓛocalhost',
      'intranet',
      'db.internal',
      'metadata.google.internal',
      'printer.local',
      'nas.lan',
      'router.home.arpa',
      'a.corp',
      'a.test',
      'a.invalid',
      'a.onion',
    ].map((host) => [`the closed name ${host}`, `https://${host}/`, 'must name a host on the public internet']),
    ...[22, 25, 53, 111, 587, 993, 1_024].map((port) => [
      `the port ${port}`,
      `https://example.com:${port}/`,
      'must use port 443, 80 or one above 1024',
    ]),
    ...['localhost.', 'example.com.', 'db.internal.'].map((host) => [
      `a dot at the end: ${host}`,
      `https://${host}/`,
      'must name the host without a dot at the end',
    ]),
  ])('%s is refused: %s', (_name, url, fault) => {
    expect(targetFault(url, false)).toBe(fault);
  });

  it.each(['http://127.0.0.1:4000/', 'https://127.0.0.1/', 'http://localhost:4000/', 'http://[::1]:4000/', 'http://hooks.localhost/'])(
    '%s may be tried where loopback is allowed',
    (url) => {
      expect(targetFault(url, true)).toBeNull();
    },
  );

  it.each([
    'http://10.0.0.1/',
    'https://10.0.0.1/',
    'http://example.com/',
    'https://169.254.169.254/',
    'http://user@127.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'http://localhost./',
  ])('%s stays refused where loopback is allowed', (url) => {
    expect(targetFault(url, true)).not.toBeNull();
  });
});
