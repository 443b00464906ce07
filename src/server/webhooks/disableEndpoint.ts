/**
 * Disables an endpoint because of its receiver's answers, or because the plan no longer includes webhooks. The reason is stored with the
 * endpoint and in the change log.
 */
import type { DisabledReason } from '@/contract/webhooks';
import { RECORDED_ONLY, makeChange } from '@/server/landscape/changeLandscape';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { changeOf } from './webhookRows';

const SENDER = { type: 'system', id: 'webhooks', name: 'Webhook delivery' } as const;

/** Does nothing if the endpoint is already disabled or deleted. */
export async function disableEndpoint(tenant: TenantDb, id: string, reason: DisabledReason, now: Date): Promise<void> {
  await makeChange(tenant, SENDER, RECORDED_ONLY, async (tx, record) => {
    const { tenantId } = tenant;
    await tx.$queryRaw`select 1 from "webhook_endpoint" where "tenantId" = ${tenantId}::uuid and "id" = ${id}::uuid for update`;
    const before = await tx.webhookEndpoint.findUnique({ where: { tenantId_id: { tenantId, id } } });
    if (before?.isEnabled !== true) return;
    await closeLanes(tx, tenantId, id, now);
    const after = await tx.webhookEndpoint.update({
      where: { tenantId_id: { tenantId, id } },
      data: { isEnabled: false, disabledReason: reason, disabledAt: now, updatedAt: now },
    });
    record(changeOf('update', before, after));
  });
}

/**
 * Deletes the lanes, and so every sender's claim. Waiting deliveries become dead and can be replayed later. The caller has locked the
 * endpoint.
 */
export async function closeLanes(tx: Transaction, tenantId: string, endpointId: string, now: Date): Promise<void> {
  await tx.webhookLane.deleteMany({ where: { tenantId, endpointId } });
  await tx.webhookDelivery.updateMany({
    where: { tenantId, endpointId, status: { in: ['Pending', 'Retrying'] } },
    data: { status: 'Dead', nextAttemptAt: null, completedAt: now, lastError: 'The webhook was switched off before this was delivered.' },
  });
}
