/** Sign-in is HTTPS only, as the API is: on a host that is not this machine a password over plain HTTP has leaked already. */
import { AppError } from '@/domain/errors';
import { isLoopbackHost } from '@/plain/loopback';
import { problemResponse } from '@/doors/http/problem';

/** The refusal, or null for a request that may go on. The front server has replaced what a stranger said of protocol and host. */
export function refusePlainHttp(request: Request): Response | null {
  const url = new URL(request.url);
  const protocol = request.headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim() ?? url.protocol.slice(0, -1);
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host') ?? url.host;
  if (protocol === 'https' || isLoopbackHost(host)) return null;
  return problemResponse(
    new AppError(
      'https_required',
      'Sign in by https://. Whatever password this request carried has crossed the network in clear: change it.',
    ),
  );
}
