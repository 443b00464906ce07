/** Whether a URL may be the target of webhooks, when it is registered. What it resolves to may change, so the same is asked again at each connection. */
import { isIP } from 'node:net';
import { invalidInput } from '@/domain/errors';
import { isAddressAllowed, targetFault } from '@/domain/webhooks/targetAddress';
import { resolveHost, type ResolveHost } from './resolveHost';

/** Throws `invalid_input` at `url` for one that leads, or may lead, into a private network. A name that resolves to nothing yet is taken. */
export async function assertTarget(url: string, isLoopbackAllowed: boolean, resolve: ResolveHost = resolveHost): Promise<void> {
  const fault = targetFault(url, isLoopbackAllowed);
  if (fault !== null) throw invalidInput('url', fault);
  const host = new URL(url).hostname;
  // An address has been judged already.
  if (host.startsWith('[') || isIP(host) !== 0) return;
  const addresses = await resolve(host).catch(() => []);
  if (addresses.some(({ address }) => !isAddressAllowed(address, isLoopbackAllowed)))
    throw invalidInput('url', 'must lead to a public address');
}
