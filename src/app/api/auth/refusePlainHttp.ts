/** Sign-in is HTTPS only, as the API is: a password sent over plain HTTP to another machine has already leaked. */
import { AppError } from '@/domain/errors';
import { isLoopbackHost } from '@/plain/loopback';
import { problemResponse } from '@/doors/http/problem';

/**
 * The refusal, or null for a request that may continue. The front server has already replaced protocol and host headers set by strangers.
 */
export function refusePlainHttp(request: Request): Response | null {
  const url = new URL(request.url);
  const protocol = request.headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim() ?? url.protocol.slice(0, -1);
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host') ?? url.host;
  if (protocol === 'https' || isLoopbackHost(host)) return null;
  return problemResponse(
    new AppError(
      'https_required',
      'Sign in over https://. If this request carried a password, it crossed the network unencrypted: change it.',
    ),
  );
}
