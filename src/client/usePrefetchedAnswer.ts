/** Loads a blast radius that will probably be viewed next. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { limited, type Question } from './blastRadiusQuestion';
import { useTRPC } from './trpc';

/** Skips what is cached and fresh. Errors are left to the page that shows the answer. */
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
