/**
 * What a host's name leads to, asked of the name servers directly and with a time-out: the system's own look-up holds one of the process's few threads
 * for as long as a name server takes, and a tenant's slow names would hold up everybody's work.
 */
import { Resolver } from 'node:dns/promises';
import { isLocalhostName } from '@/plain/loopback';
import { processState } from '../processState';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

const SERVER_TIMEOUT_MS = 1_500;
const TRIES = 2;

const LOOPBACK: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** All addresses of both families, at least one. Rejects with the name server's code (ENOTFOUND, ETIMEOUT …) where there is none. */
export async function resolveHost(host: string): Promise<readonly ResolvedAddress[]> {
  if (isLocalhostName(host)) return LOOPBACK;
  const resolver = processState('webhookResolver', () => new Resolver({ timeout: SERVER_TIMEOUT_MS, tries: TRIES }));
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found: ResolvedAddress[] = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 as const })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 as const })) : []),
  ];
  if (found.length === 0) throw (four.status === 'rejected' ? four.reason : new Error('The name has no address.')) as Error;
  return found;
}

export type ResolveHost = typeof resolveHost;
