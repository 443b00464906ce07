/** Answers what breaks if an entity fails, or what could make it fail, from the tenant's graph as it stands now, or as it stood. */
import type { BlastRadiusAnswer, BlastRadiusInput } from '@/contract/blastRadius';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { PLAN_LIMITS, type Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import { blastRadius } from '@/domain/graph/blastRadius';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import type { Plan } from '@/domain/vocabulary';
import { momentOf } from '../history/moment';
import { pastGraph } from '../history/pastGraphs';
import type { TenantDb } from '../tenantDb';
import { currentGraph } from './graphStore';

/** Throws 404 when the tenant has no such entity (with `at`: had none then), and 400 for an `at` that is still to come. */
export async function answerBlastRadius(tenant: TenantDb, plan: Plan, principal: Principal, input: BlastRadiusInput): Promise<BlastRadiusAnswer> {
  const { graph, currency } = input.at === undefined ? await presentGraph(tenant) : await pastGraph(tenant, await momentOf(tenant, input.at));
  const answer = blastRadius(graph, {
    entityType: input.entityType,
    entityId: input.entityId,
    direction: input.direction,
    state: input.state ?? 'Outage',
    requestedDepth: input.maxDepth ?? null,
    planMaximumDepth: PLAN_LIMITS[plan].maximumDepth,
    modes: input.modeFilter ?? null,
    types: input.typeFilter ?? null,
    componentLimit: input.componentLimit ?? null,
    currency,
    canSeeRevenue: principal.canSeeRevenue,
  });
  if (answer === null) {
    throw new AppError('not_found', `There is no ${ENTITY_REGISTRY[input.entityType].singular} with the id ${input.entityId}. Check entityType too.`);
  }
  return answer;
}

async function presentGraph(tenant: TenantDb): Promise<{ graph: LandscapeGraph; currency: string }> {
  const { graph, head } = await currentGraph(tenant);
  return { graph, currency: head.currency };
}
