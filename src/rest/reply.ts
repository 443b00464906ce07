/** Answers as they leave: their headers, and the body of a success or of a refusal. */
import { entityTag, momentTag, windowTag } from '@/contract/etag';
import { FEED_HEADERS, type FeedAnswer } from '@/contract/events';
import type { FileAnswer } from '@/contract/fileAnswer';
import type { AppError } from '@/domain/errors';
import type { Reply } from '@/server/procedures/init';
import type { RestRequest, RestResponse } from './http';
import { PROBLEMS, problemBody } from './problem';
import type { Route } from './routes';

export interface Call {
  request: RestRequest;
  requestId: string;
  /** As it stands in the path. */
  tenantId: string;
  reply: Reply;
}

const UNAVAILABLE_RETRY_SECONDS = 5;

export function commonHeaders({ request, requestId, reply }: Call): Record<string, string> {
  return {
    'API-Version': '2',
    'X-Request-Id': requestId,
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization',
    'X-Content-Type-Options': 'nosniff',
    ...(request.isSecure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
    ...(reply.limit === undefined ? {} : limitHeaders(reply.limit)),
    ...(reply.isReplay === true ? { 'Idempotent-Replayed': 'true' } : {}),
  };
}

/** As in draft-ietf-httpapi-ratelimit-headers. */
function limitHeaders({ perMinute, remaining, resetSeconds }: NonNullable<Reply['limit']>): Record<string, string> {
  return { RateLimit: `"requests";r=${remaining};t=${resetSeconds}`, 'RateLimit-Policy': `"requests";q=${perMinute};w=60` };
}

export function success(call: Call, route: Route, data: unknown): RestResponse {
  const headers = commonHeaders(call);
  const { facts } = route;
  if (facts.hasETag === true) {
    const tag = tagOf(data as Tagged, call.reply.canSeeRevenue === true);
    headers.ETag = tag;
    if (facts.method === 'GET' && isNoneMatch(call.request.header('if-none-match'), tag)) return { status: 304, headers, body: null };
  }
  if (facts.location !== undefined) {
    headers.Location = `/api/${call.tenantId.toLowerCase()}${facts.location.replace('{id}', encodeURIComponent((data as { id: string }).id))}`;
  }
  if (facts.answersFile !== undefined) return file(headers, data as FileAnswer);
  if (facts.answersFeed === true) return feed(call, headers, data as FeedAnswer);
  headers['Content-Type'] = 'application/json; charset=utf-8';
  return { status: facts.status ?? 200, headers, body: JSON.stringify(data) };
}

interface Tagged {
  version: number;
  landscapeVersion?: number;
  pendingSignals?: number;
  status?: string;
}

function tagOf({ version, landscapeVersion, pendingSignals, status }: Tagged, canSeeRevenue: boolean): string {
  if (status !== undefined) return windowTag({ version, status }, canSeeRevenue);
  const isMoment = landscapeVersion !== undefined && pendingSignals !== undefined;
  return isMoment ? momentTag({ version, landscapeVersion, pendingSignals }, canSeeRevenue) : entityTag(version, canSeeRevenue);
}

function file(headers: Record<string, string>, { contentType, fileName, content, headers: own }: FileAnswer): RestResponse {
  const described = { ...headers, ...own, 'Content-Type': contentType, 'Content-Disposition': `attachment; filename="${fileName}"` };
  return { status: 200, headers: described, body: content };
}

/** A stream that nobody between here and the client may hold back, pack or keep. Who asks for the head alone opens nothing. */
function feed({ request }: Call, headers: Record<string, string>, { open }: FeedAnswer): RestResponse {
  const described = { ...headers, ...FEED_HEADERS };
  return { status: 200, headers: described, body: request.method === 'HEAD' ? null : open() };
}

/** Weak comparison, as RFC 9110 has it for If-None-Match. */
function isNoneMatch(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((part) => {
    const stated = part.trim();
    return stated === '*' || stated === tag || stated === `W/${tag}`;
  });
}

export function refusal(call: Call, error: AppError): RestResponse {
  const headers = { ...commonHeaders(call), ...refusalHeaders(call, error), 'Content-Type': 'application/problem+json; charset=utf-8' };
  return { status: PROBLEMS[error.code].status, headers, body: JSON.stringify(problemBody(error, call.requestId)) };
}

function refusalHeaders({ request }: Call, error: AppError): Record<string, string> {
  const { status } = PROBLEMS[error.code];
  const headers: Record<string, string> = {};
  if (status === 401) headers['WWW-Authenticate'] = request.header('authorization') === null ? 'Bearer' : 'Bearer error="invalid_token"';
  const wait = error.retryAfterSeconds ?? (status === 503 ? UNAVAILABLE_RETRY_SECONDS : undefined);
  if (wait !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(wait)));
  const { perMinute, resetSeconds } = error.facts ?? {};
  if (error.code === 'rate_limited' && typeof perMinute === 'number' && typeof resetSeconds === 'number') {
    Object.assign(headers, limitHeaders({ perMinute, remaining: 0, resetSeconds }));
  }
  return headers;
}

/** What may be done with a path, without its having been done. */
export function offer(call: Call, allow: string): RestResponse {
  return { status: 204, headers: { ...commonHeaders(call), Allow: allow }, body: null };
}

export function notOffered(call: Call, error: AppError, allow: string): RestResponse {
  const answer = refusal(call, error);
  return { ...answer, headers: { ...answer.headers, Allow: allow } };
}
