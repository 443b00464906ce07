/** What is due now and then: forgetting answers to old Idempotency-Keys, buckets of callers long gone, events of yesterday and old deliveries. Safe to run anywhere, at any time, twice at once. */
import { database } from './db';
import { asSystem, inTenant, tenantDb } from './tenantDb';

/** Deletes what has had its day in every tenant; says how many rows went. */
export async function tidyUp(): Promise<{ idempotencyRecords: number; rateBuckets: number; events: number; webhookDeliveries: number }> {
  const tenants = await asSystem(database(), (tx) => tx.tenant.findMany({ select: { id: true } }));
  let [idempotencyRecords, rateBuckets, events, webhookDeliveries] = [0, 0, 0, 0];
  for (const { id } of tenants) {
    await inTenant(tenantDb(database(), id), async (tx) => {
      idempotencyRecords += await tx.$executeRaw`delete from "idempotency_record" where "tenantId" = ${id}::uuid and "createdAt" < now() - interval '24 hours'`;
      // A bucket that was left alone for two minutes is full again, which is what a missing one counts as.
      rateBuckets += await tx.$executeRaw`delete from "rate_bucket" where "tenantId" = ${id}::uuid and "updatedAt" < now() - interval '2 minutes'`;
      events += await tx.$executeRaw`
        delete from "event" where "tenantId" = ${id}::uuid and "at" < now() - interval '24 hours'
        and ("at" < now() - interval '3 days' or "sequence" <= all (select "cursor" from "webhook_lane" where "tenantId" = ${id}::uuid and "lane" = 'first'))`;
      webhookDeliveries += await tx.$executeRaw`
        delete from "webhook_delivery" where "tenantId" = ${id}::uuid
        and (("status" = 'Delivered' and "completedAt" < now() - interval '7 days') or ("status" = 'Dead' and "completedAt" < now() - interval '30 days'))`;
      await tx.$executeRaw`
        delete from "webhook_message" m where m."tenantId" = ${id}::uuid and m."createdAt" < now() - interval '7 days'
        and not exists (select 1 from "webhook_delivery" d where d."tenantId" = m."tenantId" and d."eventId" = m."eventId")`;
    });
  }
  return { idempotencyRecords, rateBuckets, events, webhookDeliveries };
}
