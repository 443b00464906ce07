/** Creates and edits rows. The screen shows a change before the server answers, and reverts it on refusal. */
'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { InventoryKind } from '@/contract/bulk';
import { entityTag } from '@/contract/etag';
import { fieldsOf } from './fields';
import type { InventoryRow } from './inventoryRow';
import { referenceOf, useKindCalls, useKindQueries } from './useKindProcedures';

export function useCanSeeRevenue(): boolean {
  const trpc = useTRPC();
  return useQuery({ ...trpc.caller.get.queryOptions({}), staleTime: Infinity }).data?.canSeeRevenue === true;
}

/** The currency of revenue; null for a kind without revenue, and until it is known. */
export function useCurrencyOf(kind: InventoryKind): string | null {
  const trpc = useTRPC();
  const hasRevenue = fieldsOf(kind).some(({ isRevenue }) => isRevenue);
  return useQuery({ ...trpc.tenant.get.queryOptions({}), enabled: hasRevenue }).data?.currency ?? null;
}

/** The ETags of this version, with and without revenue: a quick save may come before it is known whether this person may see revenue. */
function tagsOf({ version }: InventoryRow): string {
  return [false, true].map((canSeeRevenue) => entityTag(version, canSeeRevenue)).join(', ');
}

interface HeldPages {
  pages?: { items: InventoryRow[] }[];
}

export function useSave(kind: InventoryKind) {
  const calls = useKindCalls(kind);
  const queries = useKindQueries(kind);
  const client = useQueryClient();
  const everything = (): Promise<void> => client.invalidateQueries();
  const filtersOf = ({ id }: InventoryRow) => [queries.list.pathFilter(), { queryKey: queries.get.queryKey(referenceOf(kind, id)) }];
  /** Updates the row in every cached query that has it. */
  const show = (row: InventoryRow, changed: (held: InventoryRow) => InventoryRow): void => {
    const changedIn = (item: InventoryRow): InventoryRow => (item.id === row.id ? changed(item) : item);
    for (const [key, data] of filtersOf(row).flatMap((filter) => client.getQueriesData<unknown>(filter))) {
      if (data === undefined) continue;
      const { pages } = data as HeldPages;
      if (pages !== undefined)
        client.setQueryData(key, { ...(data as HeldPages), pages: pages.map((page) => ({ ...page, items: page.items.map(changedIn) })) });
      else if ((data as Partial<InventoryRow>).id === row.id) client.setQueryData(key, changed(data as InventoryRow));
    }
  };
  const create = useMutation({ mutationFn: (fields: Record<string, unknown>) => calls.create(fields), onSuccess: everything });
  const update = useMutation({
    mutationFn: ({ row, patch }: { row: InventoryRow; patch: Record<string, unknown> }) => calls.update(row.id, patch, tagsOf(row)),
    onMutate: async ({ row, patch }) => {
      await Promise.all(filtersOf(row).map((filter) => client.cancelQueries(filter)));
      const held = filtersOf(row).flatMap((filter) => client.getQueriesData<unknown>(filter));
      show(row, (item) => ({ ...item, ...patch }));
      return held;
    },
    onError: (_error, _input, held) => held?.forEach(([key, data]) => client.setQueryData(key, data)),
    // Show the new version at once, which the next edit must name; related data reloads meanwhile.
    onSuccess: (saved, { row }) => show(row, (held) => ({ ...held, ...saved })),
    onSettled: () => void everything(),
  });
  return { create, update, read: calls.get };
}
