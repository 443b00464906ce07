/** The effective state of every component in the last snapshot, kept in memory until the next one. Pictures take their colors from it. */
import type { SnapshotBody } from '@/domain/health/snapshot';
import type { FailureState, HealthState } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { KeptSnapshots } from './keptSnapshots';
import { readSnapshot } from './readImpact';
import { read } from '@/server/db/read';

export interface LiveStates {
  /** Components worse than Healthy. */
  impacted: ReadonlyMap<string, FailureState>;
  /** Components among them that nothing else explains. */
  causes: ReadonlySet<string>;
  /** Components that have ever reported; without those whose Healthy is stale. */
  reported: ReadonlySet<string>;
  /** Components among them that are flapping. */
  flapping: ReadonlySet<string>;
  /** Components and applications that an active maintenance window names. */
  maintained: ReadonlySet<string>;
  /** Effective states of the applications and capabilities that contain something impacted. */
  rolledUp: ReadonlyMap<string, HealthState>;
}

/** For a landscape whose health is not asked for. */
export const NOTHING_LIVE: LiveStates = {
  impacted: new Map(),
  causes: new Set(),
  reported: new Set(),
  flapping: new Set(),
  maintained: new Set(),
  rolledUp: new Map(),
};

/** Limited by tenants alone: every picture asks for them, and those of a large landscape take long to read. */
const kept = new KeptSnapshots<LiveStates>('liveStates', { answers: 200 });

function statesOf(
  { impacted, maintenance, applications, capabilities }: Pick<SnapshotBody, 'impacted' | 'maintenance' | 'applications' | 'capabilities'>,
  reported: readonly ReportedRow[],
): LiveStates {
  return {
    impacted: new Map(impacted.map(({ id, effectiveState }) => [id, effectiveState])),
    causes: new Set(impacted.filter(({ causes, technicalName }) => causes[0] === technicalName).map(({ id }) => id)),
    reported: new Set(reported.map(({ id }) => id)),
    flapping: new Set(reported.flatMap(({ id, isFlapping }) => (isFlapping ? [id] : []))),
    maintained: new Set(maintenance.map(({ id }) => id)),
    rolledUp: new Map([...applications, ...capabilities].map(({ id, effectiveState }) => [id, effectiveState])),
  };
}

/** At least as new as the snapshot at the time of the call. */
export async function liveStates(tenant: TenantDb): Promise<LiveStates> {
  const stamp = await stampOf(tenant);
  const before = kept.find(tenant.tenantId, stamp);
  if (before !== null) return before;
  const snapshot = await readSnapshot(tenant, NOBODY);
  const states = statesOf(snapshot, await reportedRows(tenant));
  // Before the first signal, a snapshot is computed for every request and has no stamp, so there is nothing to keep.
  kept.keep(tenant.tenantId, stamp, states, 0);
  return states;
}

/** Nothing shown here depends on rights, because revenue is left out. */
const NOBODY = { type: 'key', id: '', name: '', scopes: [], role: null, canSeeRevenue: false } as const;

/** Identifies the current snapshot; null before the first. */
async function stampOf(tenant: TenantDb): Promise<string | null> {
  const text = `select "computedAt"::text || ' ' || "version" as "stamp" from "impact_snapshot" where "tenantId" = $1::uuid`;
  const [row] = await read<{ stamp: string }>(tenant, { name: 'stamp of live states', text });
  return row?.stamp ?? null;
}

interface ReportedRow {
  id: string;
  isFlapping: boolean;
}

async function reportedRows(tenant: TenantDb): Promise<ReportedRow[]> {
  return read.onConnection(tenant, async (client) => {
    const { rows } = await client.query<ReportedRow>(
      `select "componentId"::text as "id", "isFlapping" from "component_health" where "tenantId" = $1 and not ("isStale" and "state" = 'Healthy')`,
      [tenant.tenantId],
    );
    return rows;
  });
}
