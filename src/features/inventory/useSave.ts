/** Creates and changes rows; what is on the screen shows a change before the server has answered, and takes it back where it is refused. */
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

/** Of revenue; null for a kind that has none, and until it is known. */
export function useCurrencyOf(kind: InventoryKind): string | null {
  const trpc = useTRPC();
  const hasRevenue = fieldsOf(kind).some(({ isRevenue }) => isRevenue);
  return useQuery({ ...trpc.tenant.get.queryOptions({}), enabled: hasRevenue }).data?.currency ?? null;
}

/** Those of this version, with and without revenue: a quick save may come before it is known what one may see. */
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
  /** Wherever the row is held. */
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
    // With its new version, which the next change has to name; what else has changed with it is read meanwhile.
    onSuccess: (saved, { row }) => show(row, (held) => ({ ...held, ...saved })),
    onSettled: () => void everything(),
  });
  return { create, update, read: calls.get };
}
