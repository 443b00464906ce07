/** The browser's way to the procedures: a session cookie says who asks, and changes from other sites' pages are refused. */
import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { AppError } from '@/domain/errors';
import { appErrorOf } from '@/server/procedures/appErrors';
import type { RequestContext } from '@/server/procedures/init';
import { personRouter } from '@/server/procedures/personRouter';
import { appRouter } from '@/server/procedures/root';
import { sessionContext } from './sessionContext';

/**
 * Whether one of our own pages sent this. Browsers set Sec-Fetch-Site themselves; without it, Origin must name the requested host. A
 * request with neither comes from no browser's page, so it carries no cookie that a page could misuse.
 */
function isFromOurOwnPages(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  if (origin === null) return true;
  const host = headers.get('x-forwarded-host') ?? headers.get('host');
  return URL.canParse(origin) && new URL(origin).host === host;
}

interface Call {
  tenantId: string;
  request: Request;
  requestId: string;
}

/** A header that belongs to one change means nothing for several calls in one request. */
function headerOfOne(headers: Headers, name: string, callCount: number): string | null {
  return callCount === 1 ? headers.get(name) : null;
}

function contextOf({ tenantId, request, requestId }: Call, paths: readonly string[]): RequestContext {
  if (request.method !== 'GET' && !isFromOurOwnPages(request.headers)) {
    const cause = new AppError('origin_forbidden', 'A page from another site sent this request. Open Faultline itself and try again.');
    throw new TRPCError({ code: 'FORBIDDEN', message: cause.message, cause });
  }
  return sessionContext(tenantId, request.headers, {
    requestId,
    method: request.method,
    path: `/${paths[0] ?? ''}`,
    ifMatch: headerOfOne(request.headers, 'if-match', paths.length),
    idempotencyKey: headerOfOne(request.headers, 'idempotency-key', paths.length),
  });
}

/** Answers `/trpc/{tenantId}/{procedures}`. */
export async function answerBrowser(request: Request, tenantId: string): Promise<Response> {
  return answer({ tenantId, request, requestId: randomUUID() }, `/trpc/${tenantId}`, appRouter);
}

/** Answers `/trpc/person/{procedures}`: what people do outside any tenant. */
export async function answerPerson(request: Request): Promise<Response> {
  return answer({ tenantId: '', request, requestId: randomUUID() }, '/trpc/person', personRouter);
}

async function answer(call: Call, endpoint: string, procedures: typeof appRouter | typeof personRouter): Promise<Response> {
  const response = await fetchRequestHandler({
    endpoint,
    req: call.request,
    router: procedures,
    createContext: ({ info }) =>
      contextOf(
        call,
        info.calls.map(({ path }) => path),
      ),
    responseMeta: ({ errors }) => {
      const waits = errors.flatMap((error) => appErrorOf(error).retryAfterSeconds ?? []);
      return waits.length === 0 ? {} : { headers: new Headers({ 'Retry-After': String(Math.ceil(Math.max(...waits))) }) };
    },
  });
  const headers = new Headers(response.headers);
  headers.set('X-Request-Id', call.requestId);
  headers.set('Cache-Control', 'private, no-store');
  return new Response(response.body, { status: response.status, headers });
}
