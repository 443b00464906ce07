/**
 * Checks that a request is for one of our hosts and does not come from a foreign web page, which keeps out DNS rebinding and cross-site
 * calls.
 */
import { AppError } from '@/domain/errors';
import type { ApiRequest } from '@/doors/http/apiRequest';
import { publicAddress } from '@/doors/http/publicAddress';
import { isLoopbackHost } from '@/plain/loopback';

type Asked = Pick<ApiRequest, 'header' | 'host' | 'isSecure'>;

/** Host and port as a browser writes them; null if the text is no host. */
function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isKnownHost(name: string, isSecure: boolean): boolean {
  const { hostNames } = publicAddress();
  if (isLoopbackHost(name) || hostNames.includes(name)) return true;
  // A name that was rebound to this machine has no certificate here.
  return hostNames.length === 0 && isSecure;
}

function isKnownOrigin(origin: string, host: URL): boolean {
  const from = urlOf(origin);
  if (from === null || from.host === '') return false;
  if (from.origin === publicAddress().origin || from.host === host.host) return true;
  return isLoopbackHost(from.hostname) && isLoopbackHost(host.hostname);
}

/** Throws `origin_forbidden`. */
export function assertKnownOrigin({ header, host, isSecure }: Asked): void {
  const asked = host === null ? null : urlOf(`${isSecure ? 'https' : 'http'}://${host}/`);
  if (asked === null || !isKnownHost(asked.hostname, isSecure))
    throw new AppError(
      'origin_forbidden',
      'This server does not use that host name. Its operator can add it in PUBLIC_URL or ALLOWED_HOSTS.',
    );
  const origin = header('origin');
  if (origin !== null && !isKnownOrigin(origin, asked))
    throw new AppError(
      'origin_forbidden',
      'A web page from another site sent this request. Keys are for servers and agents, not for web pages.',
    );
}

/** The address that the caller used, `https://host` without a trailing slash. */
export function addressOf({ host, isSecure }: Asked): string {
  return publicAddress().origin ?? `${isSecure ? 'https' : 'http'}://${host ?? 'localhost'}`;
}
