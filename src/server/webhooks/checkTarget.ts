/**
 * Checks whether a URL may be a webhook target, when it is registered. Because its host may resolve differently later, the same check runs
 * at each connection.
 */
import { isIP } from 'node:net';
import { invalidInput } from '@/domain/errors';
import { isAddressAllowed, targetFault } from '@/domain/webhooks/targetAddress';
import { resolveHost, type ResolveHost } from './resolveHost';

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'must name a host that can be found: the name does not exist',
  ENODATA: 'must name a host that can be found: the name has no address',
  ETIMEOUT: 'must name a host that can be found: its name servers took too long',
  ESERVFAIL: 'must name a host that can be found: its name servers failed',
};

/** Throws `invalid_input` at `url`, with the reason, if it leads (or may lead) into a private network, or if its host does not exist. */
export async function assertTarget(url: string, isLoopbackAllowed: boolean, resolve: ResolveHost = resolveHost): Promise<void> {
  const fault = targetFault(url, isLoopbackAllowed);
  if (fault !== null) throw invalidInput('url', fault);
  const host = new URL(url).hostname;
  // A literal address has already been checked.
  if (host.startsWith('[') || isIP(host) !== 0) return;
  const addresses = await resolve(host).catch((error: NodeJS.ErrnoException) => {
    throw invalidInput('url', REASONS[error.code ?? ''] ?? 'must name a host that exists: the name could not be resolved');
  });
  if (addresses.some(({ address }) => !isAddressAllowed(address, isLoopbackAllowed)))
    throw invalidInput('url', 'must resolve to a public address');
}
