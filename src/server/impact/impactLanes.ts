/** Answers a blast-radius question as lanes for a picture, of limited size. */
import type { ImpactLanes, ImpactLanesInput } from '@/contract/impactLanes';
import type { Principal } from '@/domain/access';
import { blastLanesInSteps } from '@/domain/graph/impactPicture/blastLanes';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { noSuchEntity } from './blastRadius';
import { askGraphOf, questionOf } from './impactQuestion';

/** Throws 404 if the tenant has no such entity, and 400 for an `at` in the future. */
export async function readImpactLanes(tenant: TenantDb, plan: Plan, principal: Principal, input: ImpactLanesInput): Promise<ImpactLanes> {
  const lanes = await askGraphOf(tenant, input.at, function* (graph, currency) {
    const found = yield* blastLanesInSteps(graph, questionOf(plan, input), principal.canSeeRevenue);
    return found === null ? null : { ...found, currency };
  });
  if (lanes === null) throw noSuchEntity(input);
  return lanes;
}
