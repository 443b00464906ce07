/** Answers what breaks if an entity fails, or what could make it fail, from the tenant's graph as it is or was. */
import type { BlastRadiusAnswer, BlastRadiusInput } from '@/contract/blastRadius';
import type { Principal } from '@/domain/access';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { assertStart } from './assertStart';
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
  return askGraphOf(tenant, input.at, function* (graph, currency) {
    yield* assertStart(graph, input);
    return (yield* blastRadius(graph, { ...question, currency }))!;
  });
}
