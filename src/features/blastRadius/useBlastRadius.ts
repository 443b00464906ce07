/** The answers that the page shows: the blast radius, and the dependencies that the failure travels. */
'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { firstQuestion, limited, waysOf, type Question } from '@/client/blastRadiusQuestion';
import { useTRPC, useTRPCClient } from '@/client/trpc';

const NO_ENTITY = '00000000-0000-0000-0000-000000000000';
const NOTHING = firstQuestion('component', NO_ENTITY);

export function useBlastRadius(question: Question | null) {
  const trpc = useTRPC();
  const asked = question ?? NOTHING;
  const isEnabled = question !== null;
  const answer = useQuery({
    ...trpc.impact.blastRadius.queryOptions(limited(asked)),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  const travelled = useQuery({ ...trpc.impact.travelled.queryOptions(waysOf(asked)), enabled: isEnabled });
  const client = useTRPCClient();
  /** All reached components, where the page holds only the first. */
  const readWhole = (whole: Question) => client.impact.blastRadius.query(whole);
  return { answer, travelled, readWhole };
}

/** Asks for a path that is likely to be looked at next. */
export function usePathAhead(question: Question | null): (component: string) => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const asked = useRef(question);
  useEffect(() => {
    asked.current = question;
  });
  return useCallback(
    (component) => {
      if (asked.current !== null) void queryClient.prefetchQuery(trpc.impact.path.queryOptions({ ...asked.current, component }));
    },
    [trpc, queryClient],
  );
}

export function useImpactPath(question: Question, component: string) {
  const trpc = useTRPC();
  return useQuery(trpc.impact.path.queryOptions({ ...question, component }));
}
