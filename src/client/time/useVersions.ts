/** The versions of the landscape around one of them, loaded page by page as the slider moves. */
'use client';

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { ChangeSetSummary } from '@/contract/changeSets';
import { MOST_CHANGE_SETS } from '@/contract/values/changes';

/** The first version of the page that contains this one. */
function pageOf(version: number): number {
  return Math.floor((Math.max(1, version) - 1) / MOST_CHANGE_SETS) * MOST_CHANGE_SETS + 1;
}

export function useVersions(version: number) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const optionsOf = (of: number) => ({ ...trpc.changes.sets.queryOptions({ from: pageOf(of) }), staleTime: 30_000 });
  const page = useQuery({ ...optionsOf(version), placeholderData: keepPreviousData });
  /** The change set that made this version, or the last one before it if the log does not have it; undefined if there is none. */
  const find = async (wanted: number): Promise<ChangeSetSummary | undefined> => {
    const { sets } = await queryClient.fetchQuery(optionsOf(wanted));
    return sets.findLast(({ landscapeVersion }) => landscapeVersion <= wanted);
  };
  return { page, find, known: page.data?.sets.find(({ landscapeVersion }) => landscapeVersion === version) };
}
