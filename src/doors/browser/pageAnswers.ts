/** The first questions of a page, answered while its HTML is written: through the same procedures and the same guard as the browser's own. */
import { randomUUID } from 'node:crypto';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { traceIdOf } from '@/server/observability/traceparent';
import type { RequestContext } from '@/server/procedures/init';
import { appRouter, type AppRouter } from '@/server/procedures/root';

/**
 * What a page asks first. `ask` never rejects: what fails is left to the page, which asks again and says what is wrong. What was answered is
 * in `known`, which a later question may depend on, and which asks for the first page of a list.
 */
export type FirstQuestions = (
  procedures: TRPCOptionsProxy<AppRouter>,
  ask: QueryClient['prefetchQuery'],
  known: QueryClient,
) => readonly Promise<void>[];

/** `headers` are those of the request for the page: they carry the session. */
export async function answersForPage(tenantId: string, headers: Headers, questions: FirstQuestions): Promise<QueryClient> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const ctx: RequestContext = {
    credentials: { tenantId, authorization: null, session: headers, now: new Date() },
    requestId: randomUUID(),
    traceId: traceIdOf(headers.get('traceparent')),
    method: 'GET',
    path: '/page',
    ifMatch: null,
    idempotencyKey: null,
    reply: {},
  };
  await Promise.all(
    questions(
      createTRPCOptionsProxy({ router: appRouter, ctx, queryClient }),
      (options) => queryClient.prefetchQuery(options),
      queryClient,
    ),
  );
  return queryClient;
}
