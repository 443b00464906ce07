/** Names for ids, fetched in batches that stay the same while scrolling. */
'use client';

import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '@/client/trpc';
import type { InventoryKind } from '@/contract/bulk';
import type { EntityKind } from '@/domain/vocabulary';
import { fieldsOf, type FieldSpec } from './fields';
import type { InventoryRow, Names } from './inventoryRow';

/** How many ids fit into one request's URL. */
const NAMES_AT_ONCE = 80;
const FRESH_FOR_MS = 120_000;

export function idsIn(spec: FieldSpec, value: unknown): string[] {
  if (spec.target === null || value === null || value === undefined || value === '') return [];
  if (spec.input === 'shares') return (value as { capabilityId: string }[]).map(({ capabilityId }) => capabilityId);
  return Array.isArray(value) ? (value as string[]) : [value as string];
}

export interface Portion {
  kind: EntityKind;
  ids: string[];
}

/** All ids that the rows link to, without duplicates, by kind and in batches. */
export function linkedPortions(kind: InventoryKind, rows: readonly InventoryRow[]): Portion[] {
  const wanted = new Map<EntityKind, Set<string>>();
  for (const spec of fieldsOf(kind)) {
    if (spec.target === null) continue;
    const ids = wanted.get(spec.target) ?? new Set();
    for (const row of rows) for (const id of idsIn(spec, row[spec.name])) ids.add(id);
    wanted.set(spec.target, ids);
  }
  return [...wanted].flatMap(([target, ids]) => portionsOf(target, [...ids].sort()));
}

export function portionsOf(kind: EntityKind, ids: readonly string[]): Portion[] {
  return Array.from({ length: Math.ceil(ids.length / NAMES_AT_ONCE) }, (_, at) => ({
    kind,
    ids: ids.slice(at * NAMES_AT_ONCE, (at + 1) * NAMES_AT_ONCE),
  }));
}

function mergedNames(results: readonly { data: readonly { id: string; name: string; technicalName: string }[] | undefined }[]): Names {
  return new Map(results.flatMap(({ data }) => data?.map(({ id, ...names }) => [id, names] as const) ?? []));
}

export function useNames(portions: readonly Portion[]): Names {
  const trpc = useTRPC();
  return useQueries({
    queries: portions.map((portion) => ({ ...trpc.landscape.names.queryOptions(portion), staleTime: FRESH_FOR_MS })),
    combine: mergedNames,
  });
}

export function useNamesOf(kind: InventoryKind, rows: readonly InventoryRow[]): Names {
  const portions = useMemo(() => linkedPortions(kind, rows), [kind, rows]);
  return useNames(portions);
}
