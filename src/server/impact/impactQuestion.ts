/** Translates an impact question from the wire for the graph, and chooses the graph: the present one, or one of a past instant. */
import type { BlastRadiusInput } from '@/contract/blastRadius';
import { PLAN_LIMITS } from '@/domain/access';
import type { ImpactQuestion } from '@/domain/graph/questions/analysis';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { Plan } from '@/domain/vocabulary';
import { currentGraph } from '@/server/graphs/graphStore';
import { pastInstantOf } from '@/server/graphs/pastInstant';
import { pastGraph } from '@/server/graphs/pastGraphs';
import type { TenantDb } from '@/server/db/tenantDb';
import { askGraph, askThisGraph } from '@/server/graphs/askGraph';
import type { Steps } from '@/plain/steps';

/** The question with its defaults: an Outage, as deep as the plan allows, all dependencies. */
export function questionOf(plan: Plan, input: Omit<BlastRadiusInput, 'componentLimit'>): ImpactQuestion {
  return {
    entityType: input.entityType,
    entityId: input.entityId,
    direction: input.direction,
    state: input.state ?? 'Outage',
    requestedDepth: input.maxDepth ?? null,
    planMaximumDepth: PLAN_LIMITS[plan].maximumDepth,
    modes: input.modeFilter ?? null,
    types: input.typeFilter ?? null,
    includeNotInService: input.includeNotInService ?? false,
  };
}

/** The graph and its currency, to be used before the next await. Throws 400 for an instant in the future. */
export async function graphAskedOf(tenant: TenantDb, at: string | undefined): Promise<{ graph: Landscape; currency: string }> {
  if (at !== undefined) return pastGraph(tenant, await pastInstantOf(tenant, at));
  const { graph, head } = await currentGraph(tenant);
  return { graph, currency: head.currency };
}

/** The answer of the chosen graph, with its currency. Throws 400 for an instant in the future, and as `askGraph` does. */
export async function askGraphOf<Answer>(
  tenant: TenantDb,
  at: string | undefined,
  question: (graph: Landscape, currency: string) => Steps<Answer>,
): Promise<Answer> {
  if (at === undefined) return askGraph(tenant, (graph, { currency }) => question(graph, currency));
  const { graph, currency } = await pastGraph(tenant, await pastInstantOf(tenant, at));
  return askThisGraph(tenant, graph, () => question(graph, currency));
}
