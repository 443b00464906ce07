/** The landscape as of a past instant: the present one with every later change undone from the change log. */
import type pg from 'pg';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { Landscape } from '@/domain/graph/landscape/views';
import { MANIFEST_KINDS, type ManifestKind } from '@/domain/manifest/manifestFields';
import { takeTurns } from '@/server/fairness/takeTurns';
import { BUILD_MS, FACTS_OF } from './graphStore';
import { eachPortion } from './loadFacts';
import { loadAllRecords, type EntityRecord } from '@/server/landscape/landscapeRows';
import { runOn } from '@/server/db/transaction';
import type { TenantDb } from '@/server/db/tenantDb';
import type { PastInstant } from './pastInstant';
import { touchedAfter, type PastRecord, type Touched } from './touchedAfter';
import { read } from '@/server/db/read';

export interface PastGraph {
  graph: Landscape;
  /** The tenant's currency at that instant. */
  currency: string;
}

/** Every entity and dependency of that instant, complete and with revenue, under the ids they had (and have, if they still exist). */
export async function recordsAt(tenant: TenantDb, pastInstant: PastInstant): Promise<ReadonlyMap<ManifestKind, readonly EntityRecord[]>> {
  return read.onConnection(tenant, async (client) => {
    const touched = await touchedAfter(client, tenant.tenantId, pastInstant.position);
    const records = new Map<ManifestKind, readonly EntityRecord[]>();
    for (const kind of MANIFEST_KINDS) {
      const present = await loadAllRecords(runOn(client), tenant.tenantId, kind);
      records.set(kind, [...present.filter(({ id }) => touched.get(kind)?.has(id) !== true), ...pastOf(touched, kind)]);
    }
    return records;
  });
}

/** Builds the graph of that instant, plus `more`, which did not exist then. It belongs to the caller and is never edited. */
export async function buildGraphAt(tenant: TenantDb, pastInstant: PastInstant, more: Touched = new Map()): Promise<PastGraph> {
  const { tenantId } = tenant;
  return read.onConnection(tenant, async (client) => {
    const touched = await touchedAfter(client, tenantId, pastInstant.position);
    const ordinalOf = await ordinals(client, tenantId, [touched, more]);
    const builder = new LandscapeGraphBuilder();
    for (const kind of MANIFEST_KINDS) {
      const factKind = FACTS_OF[kind];
      if (factKind === undefined) continue;
      await eachPortion(runOn(client), tenantId, factKind, null, (facts) => {
        builder.addAll({ [factKind]: (facts as { id: string }[]).filter(({ id }) => touched.get(kind)?.has(id) !== true) });
      });
      const past = [...pastOf(touched, kind), ...pastOf(more, kind)];
      builder.addAll({ [factKind]: past.map((record) => ordered(kind, record, ordinalOf)) } as Partial<LandscapeFacts>);
    }
    const asked = { kind: 'loading', tenantId, deadlineMs: BUILD_MS } as const;
    const graph = await takeTurns(asked, () => builder.seal(pastInstant.version));
    return { graph, currency: await currencyAt(client, tenantId, pastInstant) };
  });
}

function pastOf(touched: Touched, kind: ManifestKind): PastRecord[] {
  return [...(touched.get(kind)?.values() ?? [])].filter((record) => record !== null);
}

/** A record has the fields of its fact under the same names, except the dense integers, which the log does not contain. */
function ordered(kind: ManifestKind, record: PastRecord, ordinalOf: (componentId: string) => number): object {
  if (kind === 'component') return { ...record, ordinal: ordinalOf(record.id) };
  if (kind !== 'dependency') return record;
  return {
    ...record,
    sourceOrdinal: ordinalOf(String(record.sourceComponentId)),
    targetOrdinal: ordinalOf(String(record.targetComponentId)),
  };
}

/** Existing components keep their ordinals, because unchanged dependencies refer to them; the others get unused ones. */
async function ordinals(client: pg.PoolClient, tenantId: string, all: readonly Touched[]): Promise<(componentId: string) => number> {
  const allOf = (kind: ManifestKind): PastRecord[] => all.flatMap((touched) => pastOf(touched, kind));
  const ends = allOf('dependency').flatMap(({ sourceComponentId, targetComponentId }) => [
    String(sourceComponentId),
    String(targetComponentId),
  ]);
  const ids = new Set([...allOf('component').map(({ id }) => id), ...ends]);
  const { rows } = await client.query<{ id: string; ordinal: number }>(
    `select "id"::text as id, "ordinal" from "component" where "tenantId" = $1 and "id" = any($2::uuid[])`,
    [tenantId, [...ids]],
  );
  const known = new Map(rows.map(({ id, ordinal }) => [id, ordinal]));
  const counters = await client.query<{ next: number }>(`select "nextOrdinal" as next from "component_counter" where "tenantId" = $1`, [
    tenantId,
  ]);
  let next = counters.rows[0]?.next ?? 0;
  return (id) => {
    const ordinal = known.get(id) ?? next++;
    known.set(id, ordinal);
    return ordinal;
  };
}

async function currencyAt(client: pg.PoolClient, tenantId: string, { position }: PastInstant): Promise<string> {
  const { rows } = await client.query<{ currency: string }>(
    `select coalesce(
       (select c."before"->>'currency' from "change_set" s join "change" c on c."tenantId" = s."tenantId" and c."changeSetId" = s."id"
        where s."tenantId" = $1 and s."position" > $2 and c."kind" = 'tenant' and c."before" is not null order by s."position" limit 1),
       (select t."currency" from "tenant" t where t."id" = $1)) as currency`,
    [tenantId, position],
  );
  return rows[0]?.currency ?? 'EUR';
}
