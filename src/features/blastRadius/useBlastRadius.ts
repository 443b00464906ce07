/** The answers that the page shows: the blast radius, its columns, and what is failing already. */
'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listedRows } from '@/client/impactColumns/itemSentences';
import { firstQuestion, limited, type Question } from '@/client/blastRadiusQuestion';
import { useTRPC, useTRPCClient } from '@/client/trpc';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import { MOST_REPORTED_ASKED } from '@/contract/values/picture';
import { columnsQuestion } from './blastRadiusAddress';

const NO_ENTITY = '00000000-0000-0000-0000-000000000000';
const NOTHING = firstQuestion('component', NO_ENTITY);

export function useBlastRadius(question: Question | null, group: string | null) {
  const trpc = useTRPC();
  const asked = question ?? NOTHING;
  const isEnabled = question !== null;
  const answer = useQuery({
    ...trpc.impact.blastRadius.queryOptions(limited(asked)),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  const columns = useQuery({
    ...trpc.impact.lanes.queryOptions(columnsQuestion(asked, group)),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  const client = useTRPCClient();
  /** Reads all affected components; the page itself loads only the first ones. */
  const readWhole = () => client.impact.blastRadius.query(asked);
  return { answer, columns, readWhole };
}

/**
 * Components that report a problem themselves right now: all in the columns, and as many of the others as one request can ask for. Empty for
 * a past landscape.
 */
export function useFailingNow(
  answer: BlastRadiusAnswer | undefined,
  columns: ImpactColumns | undefined,
  isPresent: boolean,
): ReadonlySet<string> {
  const trpc = useTRPC();
  const components = useMemo(() => {
    const ids = [
      ...(answer?.origin ?? []),
      ...(columns?.causes ?? []).filter(({ kind }) => kind === 'component'),
      ...(columns === undefined ? [] : listedRows(columns)),
      ...(answer?.components ?? []),
    ].map(({ id }) => id);
    return [...new Set(ids)].slice(0, MOST_REPORTED_ASKED);
  }, [answer, columns]);
  const { data } = useQuery({
    ...trpc.health.reported.queryOptions({ components }),
    enabled: isPresent && components.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    const failing = isPresent ? data?.components.filter(({ state }) => state !== 'Healthy') : [];
    return new Set(failing?.map(({ id }) => id));
  }, [data, isPresent]);
}

/** Prefetches a path that the user is likely to look at next. */
export function usePathAhead(question: Question): (component: string) => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return (component) => void queryClient.prefetchQuery(trpc.impact.path.queryOptions({ ...question, component }));
}
