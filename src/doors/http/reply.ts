/** What all answers of the API share: headers, and the body of a refusal. */
import { ERROR_STATUS } from '@/contract/errorStatus';
import type { AppError } from '@/domain/errors';
import { isLoopbackHost } from '@/plain/loopback';
import type { Reply, RequestContext } from '@/server/procedures/init';
import type { ApiRequest, ApiResponse } from './apiRequest';
import { problemBody } from './problem';

export interface Call {
  request: ApiRequest;
  requestId: string;
  /** The caller's trace, if one was sent. */
  traceId: string | null;
  /** As in the path. */
  tenantId: string;
  reply: Reply;
}

/** What the procedures get to know of a call; `own` is what its door knows. */
export function contextOf(
  { request, requestId, traceId, tenantId, reply }: Call,
  own: Omit<RequestContext, 'credentials' | 'requestId' | 'traceId' | 'reply'>,
): RequestContext {
  const authorization = request.header('authorization');
  const credentials = { tenantId, authorization, address: request.remoteAddress, session: null, now: new Date() };
  return { credentials, requestId, traceId, reply, ...own };
}

const UNAVAILABLE_RETRY_SECONDS = 5;

/** Makes browsers use HTTPS alone for this host, not for others below it. Never for localhost, which belongs to other programs too. */
export function transportHeaders({ isSecure, host }: Pick<ApiRequest, 'isSecure' | 'host'>): Record<string, string> {
  return isSecure && !(host !== null && isLoopbackHost(host)) ? { 'Strict-Transport-Security': 'max-age=31536000' } : {};
}

export function commonHeaders({ request, requestId, reply }: Call): Record<string, string> {
  return {
    'API-Version': '2',
    'X-Request-Id': requestId,
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization',
    'X-Content-Type-Options': 'nosniff',
    ...transportHeaders(request),
    ...(reply.limit === undefined ? {} : limitHeaders(reply.limit)),
    ...(reply.isReplay === true ? { 'Idempotent-Replayed': 'true' } : {}),
  };
}

/** As in draft-ietf-httpapi-ratelimit-headers. */
function limitHeaders({ perMinute, remaining, resetSeconds }: NonNullable<Reply['limit']>): Record<string, string> {
  return { RateLimit: `"requests";r=${remaining};t=${resetSeconds}`, 'RateLimit-Policy': `"requests";q=${perMinute};w=60` };
}

export function refusal(call: Call, error: AppError): ApiResponse {
  const headers = { ...commonHeaders(call), ...refusalHeaders(call, error), 'Content-Type': 'application/problem+json; charset=utf-8' };
  return { status: ERROR_STATUS[error.code], headers, body: JSON.stringify(problemBody(error, call.requestId)), code: error.code };
}

function refusalHeaders({ request }: Call, error: AppError): Record<string, string> {
  const status = ERROR_STATUS[error.code];
  const headers: Record<string, string> = {};
  if (status === 401) headers['WWW-Authenticate'] = request.header('authorization') === null ? 'Bearer' : 'Bearer error="invalid_token"';
  // As RFC 9110 asks: which encodings of a body would be taken.
  if (status === 415) headers['Accept-Encoding'] = 'identity';
  const wait = error.retryAfterSeconds ?? (status === 503 ? UNAVAILABLE_RETRY_SECONDS : undefined);
  if (wait !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(wait)));
  const { perMinute, resetSeconds } = error.facts ?? {};
  if (error.code === 'rate_limited' && typeof perMinute === 'number' && typeof resetSeconds === 'number')
    Object.assign(headers, limitHeaders({ perMinute, remaining: 0, resetSeconds }));
  return headers;
}

/** Answers OPTIONS: which methods a path allows. */
export function offer(call: Call, allow: string): ApiResponse {
  return { status: 204, headers: { ...commonHeaders(call), Allow: allow }, body: null };
}

export function notOffered(call: Call, error: AppError, allow: string): ApiResponse {
  const answer = refusal(call, error);
  return { ...answer, headers: { ...answer.headers, Allow: allow } };
}
