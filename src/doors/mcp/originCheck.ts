/** Whether a request asks for a host that is ours, and comes from a page of ours or from none: what keeps a rebound name and a foreign page out. */
import { AppError } from '@/domain/errors';
import type { ApiRequest } from '@/doors/http/apiRequest';
import { publicAddress } from '@/doors/http/publicAddress';
import { isLoopbackHost } from '@/plain/loopback';

type Asked = Pick<ApiRequest, 'header' | 'host' | 'isSecure'>;

/** Host and port as a browser writes them; null for what is no host. */
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
  if (asked === null || !isKnownHost(asked.hostname, isSecure)) {
    throw new AppError(
      'origin_forbidden',
      'This host name is not one of this service. Whoever runs it names further ones in PUBLIC_URL or ALLOWED_HOSTS.',
    );
  }
  const origin = header('origin');
  if (origin !== null && !isKnownOrigin(origin, asked)) {
    throw new AppError(
      'origin_forbidden',
      'This was sent by a page of another site. Keys are for servers and agents; a web page has no business here.',
    );
  }
}

/** The address under which the caller reached the service, `https://host` without a slash at the end. */
export function addressOf({ host, isSecure }: Asked): string {
  return publicAddress().origin ?? `${isSecure ? 'https' : 'http'}://${host ?? 'localhost'}`;
}
