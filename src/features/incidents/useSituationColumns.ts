/** The columns of an incident's situation, now or at a past moment. */
'use client';

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { LiveColumns } from '@/contract/impactColumns';
import type { PastHealth } from '@/contract/replay';

export interface SituationColumns {
  /** Null if the history of that moment is no longer kept. */
  columns: LiveColumns | null;
  reporting: readonly { id: string }[];
}

const shownNow = (columns: LiveColumns): SituationColumns => ({ columns, reporting: columns.causes });
const shownThen = ({ lanes, reporting }: PastHealth): SituationColumns => ({ columns: lanes, reporting });

/** Now if `at` is null. */
export function useSituationColumns(incident: string, at: string | null, group: string | null) {
  const trpc = useTRPC();
  const asked = { incident, ...(group === null ? {} : { group }) };
  const live = useQuery({
    ...trpc.health.lanes.queryOptions(at === null ? asked : skipToken),
    select: shownNow,
    placeholderData: keepPreviousData,
  });
  const past = useQuery({
    ...trpc.health.past.queryOptions(at === null ? skipToken : { ...asked, at }),
    select: shownThen,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return at === null ? live : past;
}
