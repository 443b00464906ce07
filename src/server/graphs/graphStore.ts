/**
 * The graphs of this process, one per tenant: built once, then updated in place from the change log, within a memory budget. Use a graph
 * before the next await, because a later edit changes it in place; longer questions go through `askGraph`.
 */
import type pg from 'pg';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { applyEdits } from '@/domain/graph/landscape/graphEdits';
import { TABLE_OF } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeEdits, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { ChangeKind } from '@/contract/changes';
import { awaitAtMost } from '@/server/deadline';
import { env } from '@/server/env';
import { reconsider, takeTurns } from '@/server/fairness/takeTurns';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';
import { MEBIBYTE } from '@/plain/sizes';
import { append } from '@/plain/grouped';
import { copyComponents, copyDependencies } from './copyFacts';
import { countEviction, countFound, watchGraphs } from './graphMetrics';
import { useOf } from './graphUse';
import { landscapeHead, type LandscapeHead } from './landscapeHead';
import { FACT_KINDS, eachPortion } from './loadFacts';
import { runOn } from '@/server/db/transaction';
import { read } from '@/server/db/read';

/** With more changed entities than this, rebuilding is as fast as editing. */
const MOST_EDITS = 5_000;

interface Held {
  graph: Landscape | null;
  refresh: Promise<void> | null;
  usedAt: number;
}

/** Where the facts of each kind are stored. */
export const FACTS_OF: Partial<Record<ChangeKind, keyof LandscapeFacts>> = {
  ...TABLE_OF,
  component: 'components',
  dependency: 'dependencies',
};

function heldGraphs(): Map<string, Held> {
  return processState('graphs', () => {
    const graphs = new Map<string, Held>();
    watchGraphs(function* () {
      for (const { graph } of graphs.values()) yield graph?.approximateBytes ?? 0;
    });
    return graphs;
  });
}

/** A graph is read within this time, however busy the process is. */
export const BUILD_MS = 120_000;

/** How long a caller waits for a graph that is being built. The build continues, and the next question finds it. */
const WAIT_MS = 20_000;

/**
 * The graph, at least as new as the landscape when this was called, and the tenant's head at that time. Throws AppError `unavailable` if it
 * is not ready after `waitMs` or could not be read; neither affects the next question.
 */
export async function currentGraph(tenant: TenantDb, waitMs = WAIT_MS): Promise<{ graph: Landscape; head: LandscapeHead }> {
  const until = performance.now() + waitMs;
  const head = await landscapeHead(tenant);
  return { graph: await graphAsOf(tenant, head, until - performance.now()), head };
}

/** The same for a head at hand. Asks the database only if the graph in this process is older. */
export async function graphAsOf(tenant: TenantDb, head: LandscapeHead, waitMs = WAIT_MS): Promise<Landscape> {
  const until = performance.now() + waitMs;
  const graphs = heldGraphs();
  let held = graphs.get(tenant.tenantId);
  if (held === undefined) {
    held = { graph: null, refresh: null, usedAt: 0 };
    graphs.set(tenant.tenantId, held);
  }
  const mine = held;
  countFound(mine.graph === null ? 'built' : mine.graph.version < head.version ? 'updated' : 'current');
  while (mine.graph === null || mine.graph.version < head.version) {
    mine.refresh ??= refresh(tenant, mine).finally(() => {
      mine.refresh = null;
    });
    await awaitAtMost(mine.refresh, until - performance.now(), 'The landscape is still being loaded. Try again in a few seconds.');
  }
  mine.usedAt = performance.now();
  return mine.graph;
}

/** The graph if this process has it at exactly this version; otherwise null. Never waits. */
export function graphHeldAt(tenantId: string, version: number): Landscape | null {
  const graph = heldGraphs().get(tenantId)?.graph ?? null;
  return graph?.version === version ? graph : null;
}

async function refresh(tenant: TenantDb, held: Held): Promise<void> {
  await read
    .onConnection(tenant, async (client) => {
      const version = await versionSeen(client, tenant.tenantId);
      const { graph } = held;
      if (graph === null) {
        held.graph = await build(client, tenant.tenantId, version);
        return;
      }
      const edits = await editsSince(client, tenant.tenantId, graph.version, version);
      if (edits === null) held.graph = await build(client, tenant.tenantId, version);
      else await useOf(graph).edit(() => applyEdits(graph, edits));
    })
    .finally(() => reconsider(tenant.tenantId));
  evict(tenant.tenantId);
}

async function versionSeen(client: pg.PoolClient, tenantId: string): Promise<number> {
  const { rows } = await client.query<{ version: number }>(`select "version" from "landscape_version" where "tenantId" = $1`, [tenantId]);
  return rows[0]?.version ?? 0;
}

async function build(client: pg.PoolClient, tenantId: string, version: number): Promise<Landscape> {
  const builder = new LandscapeGraphBuilder();
  for (const kind of FACT_KINDS)
    if (kind === 'components') await copyComponents(client, tenantId, builder);
    else if (kind === 'dependencies') await copyDependencies(client, tenantId, builder);
    else await eachPortion(runOn(client), tenantId, kind, null, (facts) => builder.addAll({ [kind]: facts }));
  return takeTurns({ kind: 'loading', tenantId, deadlineMs: BUILD_MS }, () => builder.seal(version));
}

/** What changed after version `from` up to `to`; null if that is too much to be worth it. */
async function editsSince(client: pg.PoolClient, tenantId: string, from: number, to: number): Promise<LandscapeEdits | null> {
  const { rows } = await client.query<{ kind: ChangeKind; entityId: string; wasDeleted: boolean }>(
    `select c."kind", c."entityId"::text as "entityId", bool_or(c."op" = 'delete') as "wasDeleted" from "change_set" s
     join "change" c on c."tenantId" = s."tenantId" and c."changeSetId" = s."id"
     where s."tenantId" = $1 and s."version" > $2 and s."version" <= $3 group by c."kind", c."entityId" limit ${MOST_EDITS + 1}`,
    [tenantId, from, to],
  );
  if (rows.length > MOST_EDITS) return null;
  const touched = new Map<keyof LandscapeFacts, string[]>();
  const deleted = new Set<string>();
  for (const { kind, entityId, wasDeleted } of rows) {
    const factKind = FACTS_OF[kind];
    if (factKind === undefined) continue;
    if (wasDeleted) deleted.add(entityId);
    append(touched, factKind, entityId);
  }
  const edits: LandscapeEdits = { version: to, upserts: {}, removals: {} };
  for (const [kind, ids] of touched) {
    const facts: { id: string }[] = [];
    await eachPortion(runOn(client), tenantId, kind, ids, (portion) => facts.push(...portion));
    const living = new Set(facts.map(({ id }) => id));
    Object.assign(edits.upserts, { [kind]: facts });
    // Something that was deleted and restored under its id is a different row; a component then has another ordinal.
    edits.removals[kind] = ids.filter((id) => !living.has(id) || deleted.has(id));
  }
  return edits;
}

/** Drops the least recently used graphs until the rest fits; the one in use stays. */
function evict(inUse: string): void {
  const graphs = heldGraphs();
  const budget = env().GRAPH_CACHE_MEGABYTES * MEBIBYTE;
  const sized = [...graphs].map(([tenantId, held]) => ({
    tenantId,
    usedAt: held.usedAt,
    isBusy: held.refresh !== null,
    bytes: held.graph?.approximateBytes ?? 0,
  }));
  let total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { tenantId, bytes, isBusy } of sized.sort((a, b) => a.usedAt - b.usedAt)) {
    if (total <= budget) return;
    if (tenantId === inUse || isBusy) continue;
    graphs.delete(tenantId);
    countEviction();
    total -= bytes;
  }
}
