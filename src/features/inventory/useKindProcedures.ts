/** The procedures of one of the ten kinds, typed by the rows they share, since the kind is known only from the URL. */
'use client';

import type { TRPCClient } from '@trpc/client';
import { useTRPC, useTRPCClient } from '@/client/trpc';
import type { InventoryKind } from '@/contract/bulk';
import type { Page } from '@/contract/lists';
import type { AppRouter } from '@/server/procedures/root';
import type { InventoryRow } from './inventoryRow';
import { factsOf } from './kindFacts';

type Options = ReturnType<typeof useTRPC>['applications'];

/** Typed as the procedures of `applications`; those of the other kinds have the same shape. */
export function useKindQueries(kind: InventoryKind): Options {
  return (useTRPC() as unknown as Record<string, Options>)[factsOf(kind).noun] as Options;
}

interface KindCalls {
  list(input: Record<string, unknown>): Promise<Page<InventoryRow>>;
  get(id: string): Promise<InventoryRow>;
  create(fields: Record<string, unknown>): Promise<InventoryRow>;
  update(id: string, patch: Record<string, unknown>, ifMatch: string): Promise<InventoryRow>;
}

interface Procedure {
  query(input: object): Promise<unknown>;
  mutate(input: object, options?: { context: { ifMatch: string } }): Promise<unknown>;
}

/** Entities are identified by `idOrTechnicalName`, dependencies by `id`. */
export function referenceOf(kind: InventoryKind, id: string): { idOrTechnicalName: string } {
  return (kind === 'dependency' ? { id } : { idOrTechnicalName: id }) as { idOrTechnicalName: string };
}

export function useKindCalls(kind: InventoryKind): KindCalls {
  const client: TRPCClient<AppRouter> = useTRPCClient();
  const of = (client as unknown as Record<string, Record<'list' | 'get' | 'create' | 'update', Procedure>>)[factsOf(kind).noun];
  if (of === undefined) throw new Error(`No procedures for ${kind}.`);
  return {
    list: (input) => of.list.query(input) as Promise<Page<InventoryRow>>,
    get: (id) => of.get.query(referenceOf(kind, id)) as Promise<InventoryRow>,
    create: (fields) => of.create.mutate(fields) as Promise<InventoryRow>,
    update: (id, patch, ifMatch) =>
      of.update.mutate({ ...referenceOf(kind, id), ...patch }, { context: { ifMatch } }) as Promise<InventoryRow>,
  };
}
