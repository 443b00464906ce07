/** What is refused before Next sees it, since it would answer 500 or read whatever comes: paths that nobody can decode, methods that no page has, large bodies. */
import { MAXIMUM_JSON_BYTES, MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { AppError } from '@/domain/errors';

/** What the browser sends by POST; `__nextjs` is the development server's own. */
const TAKES_POST = /^\/(?:api\/(?:auth|cron)\/|trpc\/|__nextjs)/;
/** A manifest as a JSON text may grow to twice its size, and a little stands around it. */
const LARGEST_CALL_BYTES = 2 * MAXIMUM_MANIFEST_BYTES + MAXIMUM_JSON_BYTES;

export function allowedMethods(path: string): string {
  return TAKES_POST.test(path) ? 'GET, HEAD, OPTIONS, POST' : 'GET, HEAD, OPTIONS';
}

/** Why a request never gets to Next; null where it does. */
export function webRefusal(method: string, path: string): AppError | null {
  if (!isDecodable(path)) return new AppError('invalid_input', 'The path holds a % that no character is written by.');
  const allow = allowedMethods(path);
  return allow.split(', ').includes(method) ? null : new AppError('method_not_allowed', `This address takes ${allow}.`);
}

/** The largest body that an address behind Next takes, in bytes: procedures of manifests take manifests. */
export function largestBody(path: string): number {
  return /^\/trpc\/[^/]+\/(?:[^/]*,)?manifest\./.test(path) ? LARGEST_CALL_BYTES : MAXIMUM_JSON_BYTES;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
