/** Refuses what Next would answer with 500 or read without limit: undecodable paths, methods that no page has, large bodies. */
import { MAXIMUM_JSON_BYTES, MAXIMUM_MANIFEST_BYTES } from '@/contract/bodyLimits';
import { decodedUri } from '@/plain/decodedUri';
import { KIBIBYTE } from '@/plain/sizes';
import { AppError } from '@/domain/errors';

/** Addresses that browsers, and mail programs that unsubscribe, may POST to; `__nextjs` belongs to the development server. */
const TAKES_POST = /^\/(?:api\/(?:auth|cron)\/|trpc\/|unsubscribe\/[^/]+\/now$|__nextjs)/;
/** A manifest may double in size as a JSON string, plus a little around it. */
export const LARGEST_CALL_BYTES = 2 * MAXIMUM_MANIFEST_BYTES + MAXIMUM_JSON_BYTES;

/** Where identity providers change people and groups. */
const TAKES_ALL = /^\/api\/scim\/v2\//;

export function allowedMethods(path: string): string {
  if (TAKES_ALL.test(path)) return 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE';
  return TAKES_POST.test(path) ? 'GET, HEAD, OPTIONS, POST' : 'GET, HEAD, OPTIONS';
}

/** The refusal of a request before Next; null if it may pass. */
export function webRefusal(method: string, path: string): AppError | null {
  if (decodedUri(path) === null) return new AppError('invalid_input', 'The path contains an invalid percent-encoding.');
  const allow = allowedMethods(path);
  return allow.split(', ').includes(method) ? null : new AppError('method_not_allowed', `This address allows only ${allow}.`);
}

/** Signing in, joining, setting a password: a few short texts. */
export const FORM_BYTES = 8 * KIBIBYTE;
/** The signed answers of identity providers, with the groups of a person. */
const SAML_BYTES = 256 * KIBIBYTE;

/** The largest body that an address behind Next accepts, in bytes: procedures for manifests accept manifests, and nobody has to sign in for a form. */
export function largestBody(path: string): number {
  if (path.startsWith('/unsubscribe/')) return FORM_BYTES;
  if (path.startsWith('/api/auth/')) return path.startsWith('/api/auth/sso/saml2/') ? SAML_BYTES : FORM_BYTES;
  return /^\/trpc\/[^/]+\/(?:[^/]*,)?manifest\./.test(path) ? LARGEST_CALL_BYTES : MAXIMUM_JSON_BYTES;
}

/** Whether this address takes more than a form from senders who are known, and only from them. */
export function knowsSenders(path: string): boolean {
  return /^\/(?:trpc|api\/scim)\//.test(path);
}
