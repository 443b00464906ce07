/** Whether an endpoint or a person may get revenue. A receiver has the right of whoever chose its URL, as long as that person or key has it. */
import { PLAN_LIMITS, mayPersonSeeRevenue } from '@/domain/access';
import type { WebhookEndpoint } from '@generated/client';
import type { Transaction } from '@/server/db/transaction';

type Addressed = Pick<WebhookEndpoint, 'tenantId' | 'addressByType' | 'addressById'>;

/** As of `now`. False if it is unknown who chose the URL. */
export async function mayGetRevenue(tx: Transaction, { tenantId, addressByType, addressById }: Addressed, now: Date): Promise<boolean> {
  if (addressById === null) return false;
  if (addressByType === 'person') return mayPersonGetRevenue(tx, tenantId, addressById);
  const { plan } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { plan: true } });
  if (addressByType !== 'key' || !PLAN_LIMITS[plan].hasRevenue) return false;
  const key = await tx.apiKey.findUnique({ where: { tenantId_id: { tenantId, id: addressById } } });
  return key !== null && key.canSeeRevenue && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}

/** False if they are no member. */
export async function mayPersonGetRevenue(tx: Transaction, tenantId: string, userId: string): Promise<boolean> {
  const membership = await tx.membership.findUnique({ where: { tenantId_userId: { tenantId, userId } } });
  if (membership === null) return false;
  const { plan, revenueVisibleTo } = await tx.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { plan: true, revenueVisibleTo: true },
  });
  return mayPersonSeeRevenue(plan, membership.role, revenueVisibleTo);
}
