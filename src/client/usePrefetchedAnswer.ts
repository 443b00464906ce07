/** Asks for a blast radius that is likely to be looked at next. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { limited, type Question } from './blastRadiusQuestion';
import { useTRPC } from './trpc';

/** What is held already and still fresh is not asked for again, and what cannot be had is left to be told of when it is chosen. */
export function usePrefetchedAnswer(): (question: Question) => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(
    (question) => {
      void queryClient.prefetchQuery(trpc.impact.blastRadius.queryOptions(limited(question)));
      void queryClient.prefetchQuery(trpc.impact.lanes.queryOptions(question));
    },
    [trpc, queryClient],
  );
}
