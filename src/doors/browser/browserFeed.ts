/** The browser's way to the live feed: our pages open it as an EventSource with the session's cookie. */
import { randomUUID } from 'node:crypto';
import { callTRPCProcedure } from '@trpc/server';
import { ERROR_STATUS } from '@/contract/errorStatus';
import { FEED_HEADERS, type FeedAnswer } from '@/contract/events';
import { appErrorOf } from '@/server/procedures/appErrors';
import { appRouter } from '@/server/procedures/root';
import { sessionContext } from './sessionContext';

/** `?lastEventId=` as a number; any other text is left for the schema to refuse. */
function inputOf(query: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries([...query].map(([name, value]) => [name, /^\d{1,15}$/.test(value) ? Number(value) : value]));
}

/** Answers `GET /trpc/{tenantId}/events`. */
export async function answerBrowserFeed(request: Request, tenantId: string): Promise<Response> {
  const requestId = randomUUID();
  const lastEventId = request.headers.get('last-event-id');
  const ctx = sessionContext(tenantId, request.headers, { requestId, method: 'GET', path: '/events', lastEventId });
  const getRawInput = () => Promise.resolve(inputOf(new URL(request.url).searchParams));
  try {
    const feed = (await callTRPCProcedure({
      router: appRouter,
      path: 'events.feed',
      type: 'query',
      ctx,
      getRawInput,
      signal: undefined,
      batchIndex: 0,
    })) as FeedAnswer;
    return new Response(feed.open(), { headers: { ...FEED_HEADERS, 'X-Request-Id': requestId } });
  } catch (error) {
    const { code, message, retryAfterSeconds } = appErrorOf(error);
    const wait: Record<string, string> = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
    const body = { code, message: code === 'internal' ? 'Something went wrong on our side.' : message, requestId };
    return Response.json(body, {
      status: ERROR_STATUS[code],
      headers: { ...wait, 'X-Request-Id': requestId, 'Cache-Control': 'private, no-store' },
    });
  }
}
