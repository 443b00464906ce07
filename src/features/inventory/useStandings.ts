/** How the rows in sight stand now, and what their outage would cost. */
'use client';

import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { InventoryKind } from '@/contract/bulk';
import type { EntityStanding } from '@/contract/entityStanding';
import { MOST_STANDINGS } from '@/contract/values/standing';
import { hasStandings } from './columnsOf';
import type { InventoryRow } from './inventoryRow';

export type Standings = ReadonlyMap<string, EntityStanding>;

/** `first` and `last` are the rows in sight. Asks for whole portions, so that scrolling a little asks for nothing. */
export function useStandings(
  kind: InventoryKind,
  rows: readonly InventoryRow[],
  { first, last }: { first: number; last: number },
): Standings {
  const trpc = useTRPC();
  const from = Math.floor(first / MOST_STANDINGS);
  const to = Math.floor(Math.max(first, last) / MOST_STANDINGS);
  const portions = hasStandings(kind)
    ? Array.from({ length: to - from + 1 }, (_, index) => {
        const start = (from + index) * MOST_STANDINGS;
        return { kind, ids: rows.slice(start, start + MOST_STANDINGS).map(({ id }) => id) };
      }).filter(({ ids }) => ids.length > 0)
    : [];
  return useQueries({
    queries: portions.map((portion) => ({ ...trpc.landscape.standings.queryOptions(portion), placeholderData: keepPreviousData })),
    combine: merged,
  });
}

function merged(results: readonly { data: readonly EntityStanding[] | undefined }[]): Standings {
  return new Map(results.flatMap(({ data }) => data?.map((standing) => [standing.id, standing] as const) ?? []));
}
