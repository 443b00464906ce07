/** Keeps the last few past graphs, because one look into the past is usually followed by another. */
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import { env } from '@/server/env';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';
import { MEBIBYTE } from '@/plain/sizes';
import { buildGraphAt, type PastGraph } from './landscapeAt';
import { eachCompared, type Instants } from './differences';
import type { PastInstant } from './pastInstant';
import type { PastRecord } from './touchedAfter';

const MOST_GRAPHS = 4;

interface Held {
  graph: Promise<PastGraph>;
  /** 0 while it is being built. */
  bytes: number;
}

/** The graph of that instant, built or cached. */
export async function pastGraph(tenant: TenantDb, pastInstant: PastInstant): Promise<PastGraph> {
  return kept(`${tenant.tenantId} ${pastInstant.position}`, () => buildGraphAt(tenant, pastInstant));
}

/**
 * The graph of the later instant plus what existed at the earlier one and is gone. If something came back under another id, both are in it.
 */
export async function comparedGraph(tenant: TenantDb, instants: Instants): Promise<PastGraph> {
  const { since, at } = instants;
  return kept(`${tenant.tenantId} ${since.position} to ${at.position}`, async () => {
    const gone = new Map<ManifestKind, Map<string, PastRecord>>();
    await eachCompared(tenant, instants, ({ kind, id, before, after }) => {
      if (before === null || after !== null) return;
      gone.set(kind, (gone.get(kind) ?? new Map<string, PastRecord>()).set(id, before));
    });
    return buildGraphAt(tenant, at, gone);
  });
}

async function kept(key: string, build: () => Promise<PastGraph>): Promise<PastGraph> {
  const graphs = processState('pastGraphs', () => new Map<string, Held>());
  const held = graphs.get(key) ?? { graph: build(), bytes: 0 };
  // The order of the map is the order of use.
  graphs.delete(key);
  graphs.set(key, held);
  try {
    const past = await held.graph;
    held.bytes = past.graph.approximateBytes;
    evict(graphs);
    return past;
  } catch (error) {
    if (graphs.get(key) === held) graphs.delete(key);
    throw error;
  }
}

/** Past graphs may use a quarter of the memory for present ones. */
function evict(graphs: Map<string, Held>): void {
  const budget = (env().GRAPH_CACHE_MEGABYTES * MEBIBYTE) / 4;
  let bytes = [...graphs.values()].reduce((sum, held) => sum + held.bytes, 0);
  for (const [key, held] of graphs) {
    if (graphs.size <= MOST_GRAPHS && bytes <= budget) return;
    graphs.delete(key);
    bytes -= held.bytes;
  }
}
