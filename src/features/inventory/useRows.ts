/** The rows of a table, loaded a page at a time while scrolling. */
'use client';

import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { InventoryKind } from '@/contract/bulk';
import type { Page } from '@/contract/lists';
import type { InventoryRow } from './inventoryRow';
import { listInputOf, type InventoryView } from './inventoryAddress';
import { useKindQueries } from './useKindProcedures';

export const ROWS_A_PAGE = 200;

export function useRows(kind: InventoryKind, view: InventoryView) {
  const queries = useKindQueries(kind);
  const query = useInfiniteQuery({
    ...queries.list.infiniteQueryOptions(
      { ...listInputOf(view), limit: ROWS_A_PAGE },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages as unknown as readonly Page<InventoryRow>[] | undefined;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const first = pages?.[0];
  return { query, rows, total: first?.total ?? 0, isMinimum: first?.totalIsMinimum === true };
}

/** Finds a row in the pages loaded so far, so that it shows at once while it is read again. */
export function useListedRow(kind: InventoryKind): (id: string) => InventoryRow | undefined {
  const queries = useKindQueries(kind);
  const queryClient = useQueryClient();
  return (id) => {
    const lists = queryClient.getQueriesData<{ pages?: readonly Page<InventoryRow>[] }>(queries.list.pathFilter());
    for (const [, list] of lists) {
      const row = list?.pages?.flatMap(({ items }) => items).find((listed) => listed.id === id);
      if (row !== undefined) return row;
    }
    return undefined;
  };
}
