/** Reads the causes of what is impacted right now in short: the summaries beside the stored roll-ups, with the incidents as they stand at this moment. */
import type { LiveCauses } from '@/contract/impactSnapshot';
import type { Principal } from '@/domain/access';
import { summariesOf, type CauseSummary } from '@/domain/health/causeSummary';
import type { HealthImpactBody } from '@/domain/health/healthImpact';
import type { IncidentState } from '@/domain/vocabulary';
import { currentGraph } from '@/server/graphs/graphStore';
import type { TenantDb, Transaction } from '../tenantDb';
import { atOneMoment } from './readImpact';

type Summaries = { causes: CauseSummary[]; causesOmitted: number };
type ToldIncident = NonNullable<LiveCauses['causes'][number]['incident']>;

/** The worst causes, as many as the roll-ups are worked out for; without revenue for those who may not see it. */
export async function readLiveCauses(tenant: TenantDb, { canSeeRevenue }: Principal): Promise<LiveCauses> {
  const { tenantId } = tenant;
  const found = await atOneMoment(tenant, async (tx, pendingSignals) => {
    const select = { version: true, computedAt: true, landscapeVersion: true, causeSummaries: true } as const;
    const row = await tx.impactSnapshot.findUnique({ where: { tenantId }, select });
    if (row === null) return { row, pendingSignals };
    const summaries = (row.causeSummaries as unknown as Summaries | null) ?? (await summariesOfOlder(tx, tenantId));
    return { row, pendingSignals, summaries, incidents: await incidentsOf(tx, tenantId, summaries.causes) };
  });
  const { row, pendingSignals } = found;
  if (row === null) {
    const { graph } = await currentGraph(tenant);
    return {
      version: 0,
      computedAt: new Date().toISOString(),
      pendingSignals,
      landscapeVersion: graph.version,
      causes: [],
      causesOmitted: 0,
    };
  }
  const { version, computedAt, landscapeVersion } = row;
  const { summaries, incidents } = found;
  const causes = summaries.causes.map(({ revenue, incident, ...cause }) => ({
    ...cause,
    incident: incident === null ? null : (incidents.get(incident.id) ?? null),
    ...(canSeeRevenue && revenue !== undefined ? { revenue } : {}),
  }));
  return {
    version,
    computedAt: computedAt.toISOString(),
    pendingSignals,
    landscapeVersion,
    causes,
    causesOmitted: summaries.causesOmitted,
  };
}

/** Of a snapshot that was written before there were summaries. */
async function summariesOfOlder(tx: Transaction, tenantId: string): Promise<Summaries> {
  const { healthImpact } = await tx.impactSnapshot.findUniqueOrThrow({ where: { tenantId }, select: { healthImpact: true } });
  const body = healthImpact as unknown as Omit<HealthImpactBody, 'landscapeVersion'>;
  return { causes: summariesOf(body), causesOmitted: body.causesOmitted };
}

async function incidentsOf(tx: Transaction, tenantId: string, causes: readonly CauseSummary[]): Promise<Map<string, ToldIncident>> {
  const ids = causes.flatMap(({ incident }) => (incident === null ? [] : [incident.id]));
  if (ids.length === 0) return new Map();
  const rows = await tx.incident.findMany({
    where: { tenantId, id: { in: ids } },
    select: { id: true, number: true, state: true, acknowledgedBy: true },
  });
  return new Map(rows.map((row) => [row.id, { ...row, state: row.state as IncidentState }]));
}
