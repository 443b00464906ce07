/** Under which addresses the service is known: for doors that have to tell a caller's host from a stranger's. */
import { env } from '@/server/env';

export interface PublicAddress {
  /** The address that people use, without a slash at the end; null where it was not said. */
  origin: string | null;
  /** Host names that may be asked for, in lower case without port. Empty where none was named: then any that HTTPS has proven may. */
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
