/** What is due now and then: forgetting answers to old Idempotency-Keys, buckets of callers long gone and events of yesterday. Safe to run anywhere, at any time, twice at once. */
import { database } from './db';
import { asSystem, inTenant, tenantDb } from './tenantDb';

/** Deletes what has had its day in every tenant; says how many rows went. */
export async function tidyUp(): Promise<{ idempotencyRecords: number; rateBuckets: number; events: number }> {
  const tenants = await asSystem(database(), (tx) => tx.tenant.findMany({ select: { id: true } }));
  let [idempotencyRecords, rateBuckets, events] = [0, 0, 0];
  for (const { id } of tenants) {
    await inTenant(tenantDb(database(), id), async (tx) => {
      idempotencyRecords += await tx.$executeRaw`delete from "idempotency_record" where "tenantId" = ${id}::uuid and "createdAt" < now() - interval '24 hours'`;
      // A bucket that was left alone for two minutes is full again, which is what a missing one counts as.
      rateBuckets += await tx.$executeRaw`delete from "rate_bucket" where "tenantId" = ${id}::uuid and "updatedAt" < now() - interval '2 minutes'`;
      events += await tx.$executeRaw`delete from "event" where "tenantId" = ${id}::uuid and "at" < now() - interval '24 hours'`;
    });
  }
  return { idempotencyRecords, rateBuckets, events };
}
