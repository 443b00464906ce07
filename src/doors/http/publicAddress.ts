/** The addresses of this installation, for checks that tell our own host from others. */
import { env } from '@/server/env';

export interface PublicAddress {
  /** The public address, without a trailing slash; null if not configured. */
  origin: string | null;
  /** Host names that may be requested, in lower case without port. If empty, any name with a valid certificate is accepted. */
  hostNames: readonly string[];
}

export function publicAddress(): PublicAddress {
  const { PUBLIC_URL, ALLOWED_HOSTS } = env();
  const url = PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL);
  const named = ALLOWED_HOSTS.split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  return { origin: url?.origin ?? null, hostNames: [...(url === null ? [] : [url.hostname]), ...named] };
}
