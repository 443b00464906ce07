/** The names behind the ids of the entries shown. */
'use client';

import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '@/client/trpc';
import type { ChangeEntry } from '@/contract/changes';
import { linkedPortions, type NamesById } from './linkNames';

const FRESH_FOR_MS = 120_000;

function mergedNames(results: readonly { data: readonly { id: string; name: string }[] | undefined }[]): NamesById {
  return new Map(results.flatMap(({ data }) => data?.map(({ id, name }) => [id, name] as const) ?? []));
}

export function useLinkNames(entries: readonly ChangeEntry[]): NamesById {
  const trpc = useTRPC();
  const portions = useMemo(() => linkedPortions(entries), [entries]);
  return useQueries({
    queries: portions.map((portion) => ({ ...trpc.landscape.names.queryOptions(portion), staleTime: FRESH_FOR_MS })),
    combine: mergedNames,
  });
}
