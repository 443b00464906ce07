/** The weak points of all capabilities, as many rows as were asked for; whoever uses it on the same page shares one answer. */
'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';

/** As many rows as can be read at a glance. */
const ROWS_AT_ONCE = 50;

export function useSummary() {
  const trpc = useTRPC();
  return useInfiniteQuery({
    ...trpc.weakPoints.summary.infiniteQueryOptions({ limit: ROWS_AT_ONCE }, { getNextPageParam: ({ nextCursor }) => nextCursor }),
    placeholderData: keepPreviousData,
    // An outdated answer is being computed again, and is ready soon.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.isCurrent === false ? 2_000 : false),
  });
}
