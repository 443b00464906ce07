/** Asks for a blast radius that is likely to be looked at next, and for the page that shows it. */
'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import type { EntityKind } from '@/domain/vocabulary';
import { blastRadiusHref } from './blastRadiusHref';
import { firstQuestion, limited, waysOf, type Question } from './blastRadiusQuestion';
import { useTenant } from './tenantContext';
import { useTRPC } from './trpc';

/** What is held already and still fresh is not asked for again, and what cannot be had is left to be told of when it is chosen. */
export function useAnswerAhead(): (question: Question) => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(
    (question) => {
      void queryClient.prefetchQuery(trpc.impact.blastRadius.queryOptions(limited(question)));
      void queryClient.prefetchQuery(trpc.impact.travelled.queryOptions(waysOf(question)));
    },
    [trpc, queryClient],
  );
}

export function useBlastRadiusAhead(): (entityType: EntityKind, entityId: string) => void {
  const { tenantId } = useTenant();
  const { prefetch } = useRouter();
  const answerAhead = useAnswerAhead();
  return useCallback(
    (entityType, entityId) => {
      prefetch(blastRadiusHref(tenantId, entityType, entityId));
      answerAhead(firstQuestion(entityType, entityId));
    },
    [tenantId, prefetch, answerAhead],
  );
}
