/** The rows of a table: read a page at a time, as far as somebody scrolls. */
'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
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
    ...queries.list.infiniteQueryOptions({ ...listInputOf(view), limit: ROWS_A_PAGE }, { getNextPageParam: ({ nextCursor }) => nextCursor }),
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages as unknown as readonly Page<InventoryRow>[] | undefined;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const first = pages?.[0];
  return { query, rows, total: first?.total ?? 0, isMinimum: first?.totalIsMinimum === true };
}
