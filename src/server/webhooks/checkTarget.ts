/** Whether a URL may be the target of webhooks, when it is registered. What it resolves to may change, so the same is asked again at each connection. */
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

/** Throws `invalid_input` at `url` for one that leads, or may lead, into a private network, and for a name that leads nowhere, with the reason. */
export async function assertTarget(url: string, isLoopbackAllowed: boolean, resolve: ResolveHost = resolveHost): Promise<void> {
  const fault = targetFault(url, isLoopbackAllowed);
  if (fault !== null) throw invalidInput('url', fault);
  const host = new URL(url).hostname;
  // An address has been judged already.
  if (host.startsWith('[') || isIP(host) !== 0) return;
  const addresses = await resolve(host).catch((error: NodeJS.ErrnoException) => {
    throw invalidInput('url', REASONS[error.code ?? ''] ?? 'must name a host that exists: the name could not be resolved');
  });
  if (addresses.some(({ address }) => !isAddressAllowed(address, isLoopbackAllowed)))
    throw invalidInput('url', 'must resolve to a public address');
}
