import { QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { expect, test } from 'vitest';
import { appRouter } from '@/server/procedures/root';
import { asFirstPage } from './pageAnswers';

test('an answer becomes the first page of the list that the browser reads on, and stands there alone', () => {
  const known = new QueryClient();
  const { incidents } = createTRPCOptionsProxy({ router: appRouter, ctx: {} as never, queryClient: known });
  const input = { state: ['Resolved' as const], limit: 50 };
  const answered = incidents.list.queryOptions(input).queryKey;
  const page = { items: [], nextCursor: null, total: 0, situations: [] };
  known.setQueryData(answered, page);
  asFirstPage(known, answered, incidents.list.infiniteQueryKey(input));
  expect(
    known.getQueryData(incidents.list.infiniteQueryOptions(input, { getNextPageParam: ({ nextCursor }) => nextCursor }).queryKey),
  ).toEqual({
    pages: [page],
    pageParams: [undefined],
  });
  expect(known.getQueryData(answered)).toBeUndefined();
});

test('a question that failed leaves the list to the browser', () => {
  const known = new QueryClient();
  asFirstPage(known, ['answered'], ['list']);
  expect(known.getQueryData(['list'])).toBeUndefined();
});
