/** How components and applications stand now, and what an hour of their outage would cost: the same figures as on their own pages. */
import type { EntityStanding, EntityStandingsInput } from '@/contract/entityStanding';
import { PLAN_LIMITS, type Principal } from '@/domain/access';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import type { BlastRadiusAnswer } from '@/domain/graph/questions/blastRadiusAnswer';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { askGraph } from '@/server/graphs/askGraph';
import { landscapeHead } from '@/server/graphs/landscapeHead';
import { liveStates, type LiveStates } from '@/server/health/liveStates';

/** Of those that exist. One question after another, so that a change waits for only one of them. */
export async function readEntityStandings(
  tenant: TenantDb,
  plan: Plan,
  { canSeeRevenue }: Principal,
  { kind, ids }: EntityStandingsInput,
): Promise<EntityStanding[]> {
  const live = await liveStates(tenant);
  const { currency } = await landscapeHead(tenant);
  const asked = { direction: 'downstream', requestedDepth: null, modes: null, types: null, componentLimit: 0 } as const;
  const limits = { planMaximumDepth: PLAN_LIMITS[plan].maximumDepth, canSeeRevenue, currency };
  const standings: EntityStanding[] = [];
  for (const id of new Set(ids)) {
    const answer = await askGraph(tenant, (graph) => blastRadius(graph, { entityType: kind, entityId: id, ...asked, ...limits }));
    if (answer !== null) standings.push(standingOf(answer, live));
  }
  return standings;
}

function standingOf({ entity: { id }, origin, revenueExposure, completeness }: BlastRadiusAnswer, live: LiveStates): EntityStanding {
  const isQuiet = origin.length === 0 || origin.some((component) => !live.reported.has(component.id));
  const holders = [id, ...origin.map(({ applicationId }) => applicationId)];
  return {
    id,
    health: live.impacted.get(id) ?? live.rolledUp.get(id) ?? (isQuiet ? 'Unreported' : 'Healthy'),
    isUnderMaintenance: holders.some((holder) => live.maintained.has(holder)),
    ...(revenueExposure === undefined ? {} : { exposure: exposureOf(revenueExposure, completeness) }),
  };
}

function exposureOf(
  { currency, expectedPerHour }: NonNullable<BlastRadiusAnswer['revenueExposure']>,
  { notRecorded }: BlastRadiusAnswer['completeness'],
): NonNullable<EntityStanding['exposure']> {
  return { currency, expectedPerHour, isRecorded: !notRecorded.includes('revenue') };
}
