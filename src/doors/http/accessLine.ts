/** One line in the log for each answer: who asked what, and how it was answered. Never a query, a header, a body or a whole key. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { countRequest } from '@/server/observability/metrics';
import { accessLog } from '@/server/observability/log';
import { traceIdOf } from '@/server/observability/traceparent';

export interface Asked {
  door: 'rest' | 'web';
  /** Without the query. */
  path: string;
  /** The caller's address as far as trusted proxies report it. */
  address: string | null;
}

/**
 * What the answer says. Node tells headers only of answers that set them one by one, so the door has to say here what it sends in one
 * piece.
 */
export interface Told {
  headers?: Readonly<Record<string, string>>;
  /** The code of a refusal. */
  code?: string;
}

/** The header of requests that this process sends to itself: they are nobody's, so they get no line and are not counted. */
export const OWN_REQUEST = { 'faultline-own-request': randomUUID() };

/** Refusals that somebody may want to trace to whoever sent them. */
const TRACED: ReadonlySet<number> = new Set([401, 403, 429]);
/** The beginning of an API key that the page *API keys* shows too: enough to find it there, too little to use it. */
const KEY_HINT = /^bearer +(flt_[A-Za-z0-9]{4})[A-Za-z0-9]{8}/i;
/** Files of the browser, which are the same for everybody. */
const FILES = /^\/(?:_next\/|pictures\/|schemas\/|icon)/;

/** The path for a log: addresses that are secrets end before their token. */
export function loggedPath(path: string): string {
  return path.replace(/^\/(s|badge|invitations|unsubscribe)\/.+$/, '/$1/…');
}

export function keyHint(authorization: string | undefined): string | null {
  const found = KEY_HINT.exec(authorization ?? '')?.[1];
  return found === undefined ? null : `${found}…`;
}

/** Counts the answer and writes its line when it has been sent, or the caller has gone (499). */
export function watchAnswer({ door, path, address }: Asked, request: IncomingMessage, response: ServerResponse): Told {
  const startedAt = performance.now();
  const told: Told = {};
  if (request.headers['faultline-own-request'] === OWN_REQUEST['faultline-own-request']) return told;
  response.once('close', () => {
    const milliseconds = performance.now() - startedAt;
    const status = response.writableFinished ? response.statusCode : 499;
    const type = told.headers?.['Content-Type'] ?? response.getHeader('content-type');
    const isFeed = String(type).startsWith('text/event-stream');
    countRequest(door, request.method ?? 'GET', status, isFeed ? null : milliseconds / 1_000);
    if (status < 400 && FILES.test(path)) return;
    const traceId = traceIdOf(request.headers.traceparent as string | undefined);
    const hint = keyHint(request.headers.authorization);
    const facts = {
      requestId: told.headers?.['X-Request-Id'] ?? response.getHeader('x-request-id'),
      ...(traceId === null ? {} : { traceId }),
      method: request.method,
      route: loggedPath(path),
      status,
      ms: Math.round(milliseconds * 10) / 10,
      ...(hint === null ? {} : { keyHint: hint }),
      ...(told.code === undefined ? {} : { code: told.code }),
      ...(TRACED.has(status) ? { address } : {}),
    };
    if (status >= 500) accessLog().error(facts, 'request failed');
    else if (TRACED.has(status)) accessLog().warn(facts, 'request refused');
    else accessLog().info(facts, 'request answered');
  });
  return told;
}
