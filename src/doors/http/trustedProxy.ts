/** Decides which forwarded headers to trust: only those sent by a proxy listed in TRUST_PROXY. */
import { BlockList, isIP } from 'node:net';
import { isLoopbackAddress, isLoopbackHost } from '@/plain/loopback';

/** Where a request came from, as Node's server sees it. */
export interface Arrival {
  /** The address of the other end of the connection. */
  peer: string | undefined;
  isEncrypted: boolean;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Origin {
  /** The caller's address as far as trusted proxies report it; null if unknown. */
  address: string | null;
  isSecure: boolean;
  /**
   * The caller asked for localhost by name, so that nothing crossed a network; false behind any proxy. For warnings, not for access
   * control.
   */
  isLoopbackHost: boolean;
  /** The connection comes from this machine and asked for it by name, and no proxy is configured or announces itself. */
  isLocal: boolean;
  /** The requested host, with port. */
  host: string | null;
}

export type OriginOf = (arrival: Arrival) => Origin;

function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

function addTo(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const family = isIP(address);
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  const longest = family === 6 ? 128 : 32;
  const length = bits === undefined ? longest : Number(bits);
  if (family === 0 || !Number.isInteger(length) || length < 0 || length > longest)
    throw new Error(`TRUST_PROXY: "${entry}" is neither an IP address nor a CIDR block such as 10.0.0.0/8.`);
  list.addSubnet(address, length, kind);
}

/** The last of the values that a header lists: the one that the nearest proxy set. */
export function last(value: string | string[] | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const parts = (Array.isArray(value) ? value.join(',') : value).split(',');
  return parts.at(-1)?.trim() || null;
}

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Parses TRUST_PROXY (addresses and CIDR blocks, separated by commas) once; throws a readable sentence if it is invalid. */
export function originReader(trustProxy: string): OriginOf {
  const trusted = new BlockList();
  const entries = trustProxy.split(',').flatMap((part) => part.trim() || []);
  for (const entry of entries) addTo(trusted, entry);
  const isTrusted = (address: string): boolean =>
    entries.length > 0 && isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return ({ peer, isEncrypted, headers }) => {
    const direct = peer === undefined ? null : plain(peer);
    const host = last(headers.host);
    if (direct === null || !isTrusted(direct)) {
      const isForwarded = FORWARDING.some((name) => headers[name] !== undefined);
      const hasLoopbackHost = host !== null && isLoopbackHost(host) && !isForwarded;
      return {
        address: direct,
        isSecure: isEncrypted,
        isLoopbackHost: hasLoopbackHost,
        isLocal: hasLoopbackHost && direct !== null && isLoopbackAddress(direct) && entries.length === 0,
        host,
      };
    }
    // Each proxy appends on the right, so the first address from the right that is not one of our proxies is the caller.
    const chain = [headers['x-forwarded-for']]
      .flat()
      .join(',')
      .split(',')
      .map((part) => plain(part.trim()));
    const address = chain.reverse().find((hop) => isIP(hop) !== 0 && !isTrusted(hop)) ?? direct;
    const isSecure = isEncrypted || last(headers['x-forwarded-proto'])?.toLowerCase() === 'https';
    return { address, isSecure, isLoopbackHost: false, isLocal: false, host: last(headers['x-forwarded-host']) ?? host };
  };
}
