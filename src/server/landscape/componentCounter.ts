/** Assigns components their dense integers and enforces the plan's component limit, both in one statement, so that there is no race. */
import { PLAN_LIMITS } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Transaction } from '@/server/db/transaction';

/** The first of `count` consecutive ordinals. Throws 409 `plan_limit` if the plan has no room for them. */
export async function takeComponentOrdinals(tx: Transaction, tenantId: string, count: number): Promise<number> {
  const tenant = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true } });
  const limit = PLAN_LIMITS[tenant.plan].components;
  const rows = await tx.$queryRaw<{ first: number }[]>`
    update "component_counter" set "nextOrdinal" = "nextOrdinal" + ${count}::int, "live" = "live" + ${count}::int
    where "tenantId" = ${tenantId}::uuid and "live" + ${count}::int <= ${limit}::int
    returning "nextOrdinal" - ${count}::int as first`;
  const first = rows[0]?.first;
  if (first === undefined)
    throw new AppError('plan_limit', `The ${tenant.plan} plan allows up to ${limit} components. Delete some, or choose a larger plan.`, {
      facts: { limit, plan: tenant.plan },
    });
  return first;
}

/** Records that `count` components were deleted. */
export async function releaseComponents(tx: Transaction, tenantId: string, count: number): Promise<void> {
  if (count === 0) return;
  await tx.$executeRaw`update "component_counter" set "live" = "live" - ${count}::int where "tenantId" = ${tenantId}::uuid`;
}
