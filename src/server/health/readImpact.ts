/** Reads what is impacted right now: the snapshot as it was last computed, and how many accepted signals are not in it yet. */
import type { Principal } from '@/domain/access';
import type { HealthImpactBody } from '@/domain/health/healthImpact';
import { liveImpact, type ReportedHealth } from '@/domain/health/liveImpact';
import { maintenanceAt, type MaintenanceWindow } from '@/domain/health/maintenance';
import {
  snapshotAnswer,
  snapshotBody,
  unpackBody,
  type ImpactSnapshot,
  type OpenIncidentRow,
  type SnapshotBody,
  type SnapshotMoment,
  type SnapshotRest,
} from '@/domain/health/snapshot';
import { namesIn, openLists } from '@/domain/health/snapshotLists';
import { currentGraph, graphHeldAt } from '@/server/graphs/graphStore';
import { inTenant, type TenantDb, type Transaction } from '../tenantDb';
import { reportedHealth } from './healthRows';
import { windowsFrom } from './maintenanceRows';
import { nudgeConsumer } from '@/server/wake/consumerNudge';
import { namesAt } from './snapshotNames';

/** What every answer says of its moment. Signals that are counted in no longer wait, and those that wait are not counted in. */
export interface Moment {
  version: number;
  computedAt: string;
  pendingSignals: number;
}

/** Runs `read` at one moment. Wakes the consumer where the snapshot is behind its landscape or behind what people did. */
export async function atOneMoment<Answer>(
  tenant: TenantDb,
  read: (tx: Transaction, pendingSignals: number) => Promise<Answer>,
): Promise<Answer> {
  const { tenantId } = tenant;
  return inTenant(
    tenant,
    async (tx) => {
      const pendingSignals = await tx.healthSignal.count({ where: { tenantId } });
      const [{ isBehind } = { isBehind: false }] = await tx.$queryRaw<{ isBehind: boolean }[]>`
        select v."version" > s."landscapeVersion" or v."interventions" > s."interventions" as "isBehind"
        from "impact_snapshot" s join "landscape_version" v on v."tenantId" = s."tenantId" where s."tenantId" = ${tenantId}::uuid`;
      if (isBehind) nudgeConsumer(tenantId);
      return read(tx, pendingSignals);
    },
    { isRepeatableRead: true },
  );
}

type Found = SnapshotMoment & { body: SnapshotBody };

/** Of a tenant for which nothing was computed yet, or only a snapshot of an older kind: to be worked out on the spot. */
interface NotFound {
  body: null;
  version: number;
  pendingSignals: number;
  openIncidents: OpenIncidentRow[];
  health: ReportedHealth;
  windows: readonly MaintenanceWindow[];
  now: Date;
}

async function storedSnapshot(tx: Transaction, tenantId: string, pendingSignals: number): Promise<Found | NotFound> {
  const select = { version: true, computedAt: true, landscapeVersion: true, lists: true, rest: true, openIncidents: true } as const;
  const row = await tx.impactSnapshot.findUnique({ where: { tenantId }, select });
  const openIncidents = (row?.openIncidents ?? []) as unknown as OpenIncidentRow[];
  if (row === null || row.lists === null || row.rest === null) {
    const now = new Date();
    const [health, windows] = [await reportedHealth(tx, tenantId), await windowsFrom(tx, tenantId, now)];
    return { body: null, version: row?.version ?? 0, pendingSignals, openIncidents, health, windows, now };
  }
  const { version, computedAt, landscapeVersion } = row;
  const packed = { landscapeVersion, rest: row.rest as unknown as SnapshotRest };
  const lists = openLists(row.lists);
  const graph = graphHeldAt(tenantId, landscapeVersion);
  const body = unpackBody(packed, lists, graph === null ? await namesAt(tx, tenantId, landscapeVersion, lists) : namesIn(graph));
  return { version, computedAt: computedAt.toISOString(), pendingSignals, openIncidents, body };
}

/** The snapshot. Where nothing was ever reported it is worked out on the spot: version 0, everything unreported. */
export async function readSnapshot(tenant: TenantDb, { canSeeRevenue }: Principal): Promise<ImpactSnapshot> {
  const found = await atOneMoment(tenant, (tx, pendingSignals) => storedSnapshot(tx, tenant.tenantId, pendingSignals));
  if (found.body !== null) {
    const { body, ...moment } = found;
    return snapshotAnswer(body, moment, canSeeRevenue);
  }
  const { version, pendingSignals, openIncidents, health, windows, now } = found;
  const { graph, head } = await currentGraph(tenant);
  const body = snapshotBody(liveImpact(graph, health), maintenanceAt(windows, now.getTime()), head.currency);
  return snapshotAnswer(body, { version, computedAt: now.toISOString(), pendingSignals, openIncidents }, canSeeRevenue);
}

export interface HealthImpactAnswer extends HealthImpactBody, Moment {
  withheld: 'revenueExposure'[];
}

/** The same moment by cause. */
export async function readHealthImpact(tenant: TenantDb, { canSeeRevenue }: Principal): Promise<HealthImpactAnswer> {
  const withheld = canSeeRevenue ? [] : ['revenueExposure' as const];
  const stored = await atOneMoment(tenant, async (tx, pendingSignals) => {
    const select = { version: true, computedAt: true, landscapeVersion: true, healthImpact: true } as const;
    return { pendingSignals, row: await tx.impactSnapshot.findUnique({ where: { tenantId: tenant.tenantId }, select }) };
  });
  const { row, pendingSignals } = stored;
  if (row === null) {
    const { graph } = await currentGraph(tenant);
    return {
      version: 0,
      computedAt: new Date().toISOString(),
      pendingSignals,
      landscapeVersion: graph.version,
      causes: [],
      causesOmitted: 0,
      withheld,
    };
  }
  const { version, computedAt, landscapeVersion } = row;
  const moment = { version, computedAt: computedAt.toISOString(), pendingSignals, landscapeVersion };
  const healthImpact = row.healthImpact as unknown as Omit<HealthImpactBody, 'landscapeVersion'>;
  if (canSeeRevenue) return { ...moment, ...healthImpact, withheld };
  const causes = healthImpact.causes.map(({ revenueExposure: _revenue, completeness, ...cause }) => ({
    ...cause,
    completeness: { ...completeness, withheld: ['revenueExposure' as const] },
  }));
  return { ...moment, ...healthImpact, causes, withheld };
}
