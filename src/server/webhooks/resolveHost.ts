/**
 * Resolves a host name by asking the name servers directly, with a timeout. The system's own lookup occupies one of the few threads of the
 * process while a name server answers, so slow names of one tenant would delay everybody.
 */
import { Resolver } from 'node:dns/promises';
import { isLocalhostName } from '@/plain/loopback';
import { processState } from '@/server/processState';

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

/** All addresses of both families, at least one. Rejects with the name server's code (ENOTFOUND, ETIMEOUT …) if there is none. */
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
