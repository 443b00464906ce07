/**
 * Which addresses a webhook may be sent to: only public ones. A name is judged by what it resolves to when connecting. This file has the
 * rules for addresses in every notation, after https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry.
 */
import { isLocalhostName } from '@/plain/loopback';

/** First address and prefix length of every IPv4 block that is not public. */
const CLOSED_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** What is not public in the one public IPv6 block, 2000::/3: first groups and prefix length. Teredo and 6to4 wrap IPv4 addresses. */
const CLOSED_IPV6: readonly (readonly [readonly number[], number])[] = [
  [[0x2001, 0x0000], 23],
  [[0x2001, 0x0db8], 32],
  [[0x2002, 0x0000], 16],
  [[0x2620, 0x004f, 0x8000], 48],
  [[0x3fff, 0x0000], 20],
];

export type AddressKind = 'public' | 'loopback' | 'closed';

function ipv4Number(text: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** The eight groups of an IPv6 address without zone; null for anything else. */
function ipv6Groups(text: string): number[] | null {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  if (tail !== null) {
    const low = ipv4Number(tail[2] ?? '');
    return low === null ? null : ipv6Groups(`${tail[1] ?? ''}${Math.floor(low / 65_536).toString(16)}:${(low % 65_536).toString(16)}`);
  }
  const halves = text.split('::');
  if (halves.length > 2 || !/^[0-9a-f:]+$/i.test(text)) return null;
  const [head = [], rest] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - (rest?.length ?? 0);
  if (rest === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...(rest ?? [])];
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups.map((group) => Number.parseInt(group, 16)) : null;
}

function isInBlock(groups: readonly number[], start: readonly number[], prefixLength: number): boolean {
  for (let bit = 0; bit < prefixLength; bit += 1) {
    const mask = 0x8000 >> (bit % 16);
    const group = Math.floor(bit / 16);
    if (((groups[group] ?? 0) & mask) !== ((start[group] ?? 0) & mask)) return false;
  }
  return true;
}

function kindOfIpv4(address: number): AddressKind {
  if (Math.floor(address / 2 ** 24) === 127) return 'loopback';
  const isClosed = CLOSED_IPV4.some(([start, prefixLength]) => {
    const size = 2 ** (32 - prefixLength);
    return Math.floor(address / size) === Math.floor((ipv4Number(start) ?? 0) / size);
  });
  return isClosed ? 'closed' : 'public';
}

function kindOfIpv6(groups: readonly number[]): AddressKind {
  if (groups.slice(0, 7).every((group) => group === 0) && groups[7] === 1) return 'loopback';
  const isPublic = isInBlock(groups, [0x2000], 3) && !CLOSED_IPV6.some(([start, prefixLength]) => isInBlock(groups, start, prefixLength));
  return isPublic ? 'public' : 'closed';
}

/**
 * The kind of an IPv4 or IPv6 address in text form; null if it is not an address. IPv4 wrapped in IPv6 (mapped, NAT64, 6to4) is never
 * public, whatever is inside.
 */
export function addressKind(text: string): AddressKind | null {
  const ipv4 = ipv4Number(text);
  if (ipv4 !== null) return kindOfIpv4(ipv4);
  const groups = ipv6Groups(text.replace(/%.*$/, ''));
  return groups === null ? null : kindOfIpv6(groups);
}

/** Whether events may be sent to this IP address. False for anything that is not one. */
export function isAddressAllowed(text: string, isLoopbackAllowed: boolean): boolean {
  const kind = addressKind(text);
  return kind === 'public' || (kind === 'loopback' && isLoopbackAllowed);
}

/** Names that never leave the machine or its network. */
const CLOSED_NAMES =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa|in-addr\.arpa|ip6\.arpa|onion|invalid|test|example)$/;

/** What is wrong with a URL as a target, as the end of a sentence that starts with the field; null if it may be used. */
export function targetFault(url: string, isLoopbackAllowed: boolean): string | null {
  if (!URL.canParse(url)) return 'must be a whole URL, such as https://example.com/faultline';
  const { protocol, username, password, hostname, port, hash } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isLoopback = addressKind(host) === 'loopback' || isLocalhostName(host);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback && isLoopbackAllowed)) return 'must start with https://';
  if (username !== '' || password !== '') return 'must not contain a user name or password; verify the signature instead';
  if (hash !== '') return 'must not have a fragment';
  if (isLoopback && isLoopbackAllowed) return null;
  return hostFault(host) ?? (isPortOpen(port) ? null : 'must use port 443, 80 or one above 1024');
}

/** Ports below 1024 belong to mail, name, file and other services that must not be sent HTTP. */
function isPortOpen(port: string): boolean {
  return port === '' || port === '443' || port === '80' || Number(port) > 1_024;
}

function hostFault(host: string): string | null {
  const kind = addressKind(host);
  if (kind !== null) return kind === 'public' ? null : 'must resolve to a public address';
  if (host.endsWith('.')) return 'must name the host without a dot at the end';
  if (CLOSED_NAMES.test(host) || !host.includes('.')) return 'must name a host on the public internet';
  return null;
}
