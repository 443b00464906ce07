/** Answers what breaks if an entity fails, or what could make it fail, from the tenant's graph as it is or was. */
import type { BlastRadiusAnswer, BlastRadiusInput } from '@/contract/blastRadius';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import { blastRadiusInSteps } from '@/domain/graph/questions/blastRadius';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { askGraphOf, questionOf } from './impactQuestion';

/** Throws 404 if the tenant has no such entity (with `at`: had none then), and 400 for an `at` in the future. */
export async function answerBlastRadius(
  tenant: TenantDb,
  plan: Plan,
  principal: Principal,
  input: BlastRadiusInput,
): Promise<BlastRadiusAnswer> {
  const question = {
    ...questionOf(plan, input),
    componentLimit: input.componentLimit ?? null,
    canSeeRevenue: principal.canSeeRevenue,
  };
  const answer = await askGraphOf(tenant, input.at, (graph, currency) => blastRadiusInSteps(graph, { ...question, currency }));
  if (answer === null) throw noSuchEntity(input);
  return answer;
}

export function noSuchEntity({ entityType, entityId }: Pick<BlastRadiusInput, 'entityType' | 'entityId'>): AppError {
  return new AppError('not_found', `There is no ${ENTITY_REGISTRY[entityType].singular} with the id ${entityId}. Check entityType too.`);
}
