/**
 * Periodic work: deletes old idempotency records, unused rate buckets, expired events, old deliveries, old health signals, share links that
 * have ended and old days of the trend, records the day that has begun, and makes the digests of the week. Safe to run anywhere, any time, even
 * twice at once.
 */
import { database } from './db/database';
import { env } from './env';
import { TREND_DAYS_KEPT } from '@/contract/values/trend';
import { dropLapsed } from './health/openAlerts';
import { log } from './observability/log';
import { makeDigests } from './notifications/digests';
import { recordTrend } from './overview/recordTrend';
import { forgetReplicas } from './shards/replicas';
import { tenantDb, type TenantDb } from './db/tenantDb';
import { asSystem } from './db/asSystem';
import { write } from './db/write';

/** How many rows of a long history one transaction deletes, so that none holds locks for long. */
const MOST_AT_ONCE = 20_000;

type Tidied = 'idempotencyRecords' | 'rateBuckets' | 'events' | 'webhookDeliveries' | 'healthSignals' | 'trendDays' | 'digests';

/**
 * Deletes what has expired in every tenant that is not frozen, or, with `isOwn`, only in the tenants that it accepts, and records the day in
 * UTC once. Returns how many rows.
 */
export async function tidyUp(isOwn: (tenantId: string) => boolean = () => true): Promise<Record<Tidied, number>> {
  const tenants = await asSystem(database(), (tx) => tx.tenant.findMany({ where: { frozenAt: null }, select: { id: true } }));
  let [idempotencyRecords, rateBuckets, events, webhookDeliveries, healthSignals] = [0, 0, 0, 0, 0];
  const own = tenants.filter((tenant) => isOwn(tenant.id));
  for (const { id } of own) {
    await write(tenantDb(database(), id), async (tx) => {
      idempotencyRecords +=
        await tx.$executeRaw`delete from "idempotency_record" where "tenantId" = ${id}::uuid and "createdAt" < now() - interval '24 hours'`;
      // A bucket untouched for two minutes is full again, the same as a missing one.
      rateBuckets +=
        await tx.$executeRaw`delete from "rate_bucket" where "tenantId" = ${id}::uuid and "updatedAt" < now() - interval '2 minutes'`;
      const ended = await tx.$queryRaw<{ id: string }[]>`
        delete from "share_link" where "tenantId" = ${id}::uuid and "expiresAt" < now() returning "id"::text as "id"`;
      if (ended.length > 0)
        await tx.$executeRaw`delete from "share_directory" where "tenantId" = ${id}::uuid and "linkId" = any(${ended.map((link) => link.id)}::uuid[])`;
      await tx.$executeRaw`
        delete from "alert" where "tenantId" = ${id}::uuid and "state" = 'Healthy' and "seenAt" < now() - interval '90 days'`;
      events += await tx.$executeRaw`
        delete from "event" where "tenantId" = ${id}::uuid and "at" < now() - interval '24 hours'
        and ("at" < now() - interval '3 days' or "sequence" <= all (select "cursor" from "webhook_lane" where "tenantId" = ${id}::uuid and "lane" = 'first'))`;
      webhookDeliveries += await tx.$executeRaw`
        delete from "webhook_delivery" where "tenantId" = ${id}::uuid
        and (("status" = 'Delivered' and "completedAt" < now() - interval '7 days') or ("status" = 'Dead' and "completedAt" < now() - interval '30 days'))`;
      await tx.$executeRaw`
        delete from "webhook_message" m where m."tenantId" = ${id}::uuid and m."createdAt" < now() - interval '7 days'
        and not exists (select 1 from "webhook_delivery" d where d."tenantId" = m."tenantId" and d."eventId" = m."eventId")`;
      await tx.$executeRaw`
        delete from "trend_day" where "tenantId" = ${id}::uuid and "day" <= (now() at time zone 'UTC')::date - ${TREND_DAYS_KEPT}::int`;
    });
    await dropLapsed(tenantDb(database(), id));
    healthSignals += await forgetSignals(tenantDb(database(), id), env().HEALTH_HISTORY_DAYS);
  }
  await forgetSignInAttempts();
  await forgetReplicas(database());
  // Last, because a large landscape that has changed takes seconds.
  const all = own.map(({ id }) => tenantDb(database(), id));
  const trendDays = await inEach(
    all,
    async (tenant) => Number(await recordTrend(tenant, new Date())),
    'the day could not be recorded for the trend',
  );
  const digests = await inEach(all, (tenant) => makeDigests(tenant, new Date()), 'the weekly digests could not be made');
  return { idempotencyRecords, rateBuckets, events, webhookDeliveries, healthSignals, trendDays, digests };
}

/** How many were made in all. What cannot be made now is tried again in the next run. */
async function inEach(tenants: readonly TenantDb[], make: (tenant: TenantDb) => Promise<number>, failed: string): Promise<number> {
  let made = 0;
  for (const tenant of tenants)
    try {
      made += await make(tenant);
    } catch (error) {
      log().warn({ err: error, tenantId: tenant.tenantId }, failed);
    }
  return made;
}

/** Only the history: each component's last report is kept elsewhere. */
async function forgetSignals(tenant: TenantDb, days: number): Promise<number> {
  const { tenantId } = tenant;
  let [forgotten, more] = [0, true];
  while (more) {
    const count = await write(
      tenant,
      (tx) => tx.$executeRaw`
      delete from "health_signal_record" where "tenantId" = ${tenantId}::uuid and "signalId" in (
        select "signalId" from "health_signal_record" where "tenantId" = ${tenantId}::uuid and "handledAt" < now() - make_interval(days => ${days}::int)
        order by "handledAt" limit ${MOST_AT_ONCE}::int)`,
    );
    forgotten += count;
    more = count === MOST_AT_ONCE;
  }
  return forgotten;
}

/** Each counts for an hour at most. */
async function forgetSignInAttempts(): Promise<void> {
  const { system } = database();
  await system.$executeRaw`delete from "sign_in_guess" where "notBefore" < now() - interval '2 hours'`;
  // Attempts by single sign-on, and one-time values: each states its own expiry.
  await system.$executeRaw`delete from "verification" where "expiresAt" < now() - interval '1 hour'`;
  await system.$executeRaw`delete from "sign_in_limit" where "lastRequest" < extract(epoch from now() - interval '1 hour') * 1000`;
}
