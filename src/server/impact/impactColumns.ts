/** Answers a blast-radius question as columns for a picture, of limited size. */
import type { ImpactColumns, ImpactColumnsInput } from '@/contract/impactColumns';
import type { Principal } from '@/domain/access';
import { blastColumns } from '@/domain/graph/impactPicture/blastColumns';
import type { Plan } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import { assertStart } from './assertStart';
import { askGraphOf, questionOf } from './impactQuestion';

/** Throws 404 if the tenant has no such entity, and 400 for an `at` in the future. */
export async function readImpactColumns(
  tenant: TenantDb,
  plan: Plan,
  principal: Principal,
  input: ImpactColumnsInput,
): Promise<ImpactColumns> {
  return askGraphOf(tenant, input.at, function* (graph, currency) {
    yield* assertStart(graph, input);
    return { ...(yield* blastColumns(graph, questionOf(plan, input), principal.canSeeRevenue, input.group))!, currency };
  });
}
