/** Reads what is impacted right now: the snapshot as it was last computed, and how many accepted signals are not in it yet. */
import { liveImpact } from '@/domain/health/liveImpact';
import { maintenanceAt } from '@/domain/health/maintenance';
import { snapshotAnswer, snapshotBody, type ImpactSnapshot, type OpenIncidentRow, type SnapshotBody } from '@/domain/health/snapshot';
import type { HealthImpactBody } from '@/domain/health/healthImpact';
import type { Principal } from '@/domain/access';
import { currentGraph } from '../impact/graphStore';
import { inTenant, type TenantDb } from '../tenantDb';
import { windowsFrom } from './maintenanceRows';
import { nudgeConsumer } from './nudge';

interface Stored {
  version: number;
  computedAt: Date;
  body: SnapshotBody;
  healthImpact: HealthImpactBody;
  openIncidents: OpenIncidentRow[];
  pendingSignals: number;
}

/** Of a tenant for which nothing was ever computed. */
interface Unstored {
  version: null;
  pendingSignals: number;
  windows: Awaited<ReturnType<typeof windowsFrom>>;
  now: Date;
}

/** All of one moment: signals that are counted in no longer wait, and those that wait are not counted in. */
async function readStored(tenant: TenantDb): Promise<Stored | Unstored> {
  return inTenant(
    tenant,
    async (tx) => {
      const { tenantId } = tenant;
      const snapshot = await tx.impactSnapshot.findUnique({ where: { tenantId } });
      const pendingSignals = await tx.healthSignal.count({ where: { tenantId } });
      if (snapshot === null) {
        const now = new Date();
        return { version: null, pendingSignals, windows: await windowsFrom(tx, tenantId, now), now };
      }
      const landscape = await tx.landscapeVersion.findUnique({ where: { tenantId }, select: { version: true, interventions: true } });
      const isBehind = landscape !== null && (landscape.version > snapshot.landscapeVersion || landscape.interventions > snapshot.interventions);
      if (isBehind) nudgeConsumer(tenantId);
      return {
        version: snapshot.version,
        computedAt: snapshot.computedAt,
        body: snapshot.body as unknown as SnapshotBody,
        healthImpact: snapshot.healthImpact as unknown as HealthImpactBody,
        openIncidents: snapshot.openIncidents as unknown as OpenIncidentRow[],
        pendingSignals,
      };
    },
    { isRepeatableRead: true },
  );
}

/** The snapshot. Where nothing was ever reported it is worked out on the spot: version 0, everything unreported. */
export async function readSnapshot(tenant: TenantDb, principal: Principal): Promise<ImpactSnapshot> {
  const stored = await readStored(tenant);
  if (stored.version !== null) {
    const { version, computedAt, body, openIncidents, pendingSignals } = stored;
    return snapshotAnswer(body, { version, computedAt: computedAt.toISOString(), pendingSignals, openIncidents }, principal.canSeeRevenue);
  }
  const { now, pendingSignals, windows } = stored;
  const { graph, head } = await currentGraph(tenant);
  const body = snapshotBody(liveImpact(graph, { unhealthy: [], healthyCount: 0 }), maintenanceAt(windows, now.getTime()), head.currency);
  return snapshotAnswer(body, { version: 0, computedAt: now.toISOString(), pendingSignals, openIncidents: [] }, principal.canSeeRevenue);
}

export interface HealthImpactAnswer extends HealthImpactBody {
  version: number;
  computedAt: string;
  pendingSignals: number;
  withheld: 'revenueExposure'[];
}

/** The same moment by cause. */
export async function readHealthImpact(tenant: TenantDb, principal: Principal): Promise<HealthImpactAnswer> {
  const stored = await readStored(tenant);
  if (stored.version === null) {
    const { now, pendingSignals } = stored;
    const { graph } = await currentGraph(tenant);
    return { version: 0, computedAt: now.toISOString(), pendingSignals, landscapeVersion: graph.version, causes: [], causesOmitted: 0, withheld: principal.canSeeRevenue ? [] : ['revenueExposure'] };
  }
  const { version, computedAt, pendingSignals, healthImpact } = stored;
  const moment = { version, computedAt: computedAt.toISOString(), pendingSignals };
  if (principal.canSeeRevenue) return { ...moment, ...healthImpact, withheld: [] };
  const causes = healthImpact.causes.map(({ revenueExposure: _revenue, completeness, ...cause }) => ({
    ...cause,
    completeness: { ...completeness, withheld: ['revenueExposure' as const] },
  }));
  return { ...moment, ...healthImpact, causes, withheld: ['revenueExposure'] };
}
