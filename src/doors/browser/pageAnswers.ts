/** The first questions of a page, answered while its HTML is written: through the same procedures and the same guard as the browser's own. */
import { randomUUID } from 'node:crypto';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { appRouter, type AppRouter } from '@/server/procedures/root';
import { sessionContext } from './sessionContext';

/**
 * What a page asks first. `ask` never rejects: what fails is left to the page, which asks again and says what is wrong. What was answered is
 * in `known`, so that a later question may depend on it.
 */
export type FirstQuestions = (
  procedures: TRPCOptionsProxy<AppRouter>,
  ask: QueryClient['prefetchQuery'],
  known: QueryClient,
) => readonly Promise<void>[];

/** Makes an answer the first page of a list that the page reads on: the browser would ask for it with a direction, which no procedure takes. */
export function asFirstPage(known: QueryClient, answered: QueryKey, list: QueryKey): void {
  const page = known.getQueryData(answered);
  if (page === undefined) return;
  known.setQueryData(list, { pages: [page], pageParams: [undefined] });
  known.removeQueries({ queryKey: answered, exact: true });
}

/** `headers` are those of the request for the page: they carry the session. */
export async function answersForPage(tenantId: string, headers: Headers, questions: FirstQuestions): Promise<QueryClient> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const ctx = sessionContext(tenantId, headers, { requestId: randomUUID(), method: 'GET', path: '/page' });
  await Promise.all(
    questions(
      createTRPCOptionsProxy({ router: appRouter, ctx, queryClient }),
      (options) => queryClient.prefetchQuery(options),
      queryClient,
    ),
  );
  return queryClient;
}
