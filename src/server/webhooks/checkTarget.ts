/** Whether a URL may be the target of webhooks, when it is registered. What it resolves to may change, so the same is asked again at each connection. */
import { lookup } from 'node:dns/promises';
import { invalidInput } from '@/domain/errors';
import { isAddressAllowed, targetFault } from '@/domain/webhooks/targetAddress';

const LOOKUP_MS = 2_000;

export type ResolveHost = (host: string) => Promise<readonly string[]>;

async function resolveBySystem(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** What a host resolves to now; empty where that cannot be told in time. */
async function addressesOf(host: string, resolve: ResolveHost): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((give) => (timer = setTimeout(() => give([]), LOOKUP_MS)));
  try {
    return await Promise.race([resolve(host).catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws `invalid_input` at `url` for one that leads, or may lead, into a private network. A name that resolves to nothing yet is taken. */
export async function assertTarget(url: string, isLoopbackAllowed: boolean, resolve: ResolveHost = resolveBySystem): Promise<void> {
  const fault = targetFault(url, isLoopbackAllowed);
  if (fault !== null) throw invalidInput('url', fault);
  const addresses = await addressesOf(new URL(url).hostname.replace(/^\[|\]$/g, ''), resolve);
  if (addresses.some((address) => !isAddressAllowed(address, isLoopbackAllowed))) throw invalidInput('url', 'must lead to a public address');
}
