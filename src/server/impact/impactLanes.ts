/** Answers a blast-radius question as lanes for a picture: bounded, whatever is in reach. */
import type { ImpactLanes, ImpactLanesInput } from '@/contract/impactLanes';
import type { Principal } from '@/domain/access';
import { blastLanes } from '@/domain/graph/blastLanes';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '../tenantDb';
import { noSuchEntity } from './blastRadius';
import { graphAskedOf, questionOf } from './impactQuestion';

/** Throws 404 when the tenant has no such entity, and 400 for an `at` that is still to come. */
export async function readImpactLanes(tenant: TenantDb, plan: Plan, principal: Principal, input: ImpactLanesInput): Promise<ImpactLanes> {
  const { graph, currency } = await graphAskedOf(tenant, input.at);
  const lanes = blastLanes(graph, questionOf(plan, input), principal.canSeeRevenue);
  if (lanes === null) throw noSuchEntity(input);
  return { ...lanes, currency };
}
