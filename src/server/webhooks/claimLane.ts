/**
 * Decides which lane to send next: claims one lane of one endpoint for a limited time, the one that waited longest first. Only one sender
 * can hold a claim.
 */
import { randomUUID } from 'node:crypto';
import { database } from '@/server/db/database';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { asSystem } from '@/server/db/asSystem';
import { namedTenants } from '@/server/db/namedTenants';
import { write } from '@/server/db/write';

export type Lane = 'first' | 'retry';

/** A sender that has not renewed its claim for this long loses the lane to the next one. A live sender renews every second. */
const LEASE_SECONDS = 4;
const HEARTBEAT_MS = 1_000;
/**
 * The longest step of a turn: a receiver has ten seconds to answer, and its answer is stored in one short transaction. A sender that gets no further loses the lane,
 * because it waits on something that may never come, such as a connection that fell silent.
 */
const LONGEST_STEP_MS = 15_000;

export interface LaneClaim {
  tenant: TenantDb;
  endpointId: string;
  lane: Lane;
  leaseToken: string;
  isSlow: boolean;
}

interface DueLane {
  tenantId: string;
  endpointId: string;
  lane: Lane;
}

/** Number of lanes that look due, read without locking them. More than one, because other senders look for work too. */
const MOST_CANDIDATES = 8;

/** Which lanes the senders of this process have room for. */
export interface Room {
  mayBeSlow: boolean;
  /** How many turns of each tenant run here; nothing for the others. */
  turns: ReadonlyMap<string, number>;
  /** Tenants that have their share of all senders, and of those for slow lanes. */
  full: readonly string[];
  fullOfSlow: readonly string[];
}

export const EMPTY_ROOM: Room = { mayBeSlow: true, turns: new Map(), full: [], fullOfSlow: [] };

/**
 * The next lane with something due at `now`, of the tenants in `among` or of all; null if none is free. Senders are shared out by tenant first: a lane of a tenant
 * with fewer turns comes before one that waited longer. `now` is null for the database's clock, which leases always use: replicas' own clocks may differ.
 */
export async function claimLane(
  now: Date | null,
  room: Room = EMPTY_ROOM,
  among: readonly string[] | null = null,
): Promise<LaneClaim | null> {
  for (;;) {
    const due = await dueLanes(now, room, among);
    for (const lane of due) {
      const claim = await claimThis(lane, now);
      if (claim !== null) return claim;
    }
    // Other senders claimed all of them first; there may be more.
    if (due.length < MOST_CANDIDATES) return null;
  }
}

/** The tenant of the row, where many are looked at. A single tenant is given by its parameter, as a distributed server needs to lock the row. */
const ROWS_OWN = 'l."tenantId"';
const LANES = `"webhook_lane" l left join "landscape_version" v on v."tenantId" = l."tenantId" and l."lane" = 'first'`;
/**
 * Events of a frozen tenant wait, and move with the tenant: otherwise two installations would send them. A scalar subquery, because PostgreSQL may turn an EXISTS
 * into a join with all tenants.
 */
const isNotFrozen = (tenant = ROWS_OWN): string => `(select t."frozenAt" is null from "tenant" t where t."id" = ${tenant})`;
const clock = (now: string): string => `coalesce(${now}::timestamptz, statement_timestamp())`;
const isDue = (now: string, tenant = ROWS_OWN): string =>
  `${isNotFrozen(tenant)} and (l."leaseUntil" is null or l."leaseUntil" < statement_timestamp()) and (l."dueAt" <= ${clock(now)} or l."cursor" < v."eventSequence")`;

/** Those of tenants with few turns come first, and of each tenant those that waited longest. */
function dueLanes(now: Date | null, { mayBeSlow, turns, full, fullOfSlow }: Room, among: readonly string[] | null): Promise<DueLane[]> {
  const given = [now, mayBeSlow, [...full], [...fullOfSlow], [...turns.keys()], [...turns.values()]];
  return asSystem<DueLane>(
    database(),
    `select l."tenantId"::text as "tenantId", l."endpointId"::text as "endpointId", l."lane" from ${LANES}
     where ${isDue('$1')} and l."tenantId" <> all($3::uuid[]) and (not l."isSlow" or ($2::boolean and l."tenantId" <> all($4::uuid[])))
       ${among === null ? '' : 'and l."tenantId" = any($7::uuid[])'}
     order by coalesce(($6::int[])[array_position($5::uuid[], l."tenantId")], 0), l."lastRunAt" limit ${MOST_CANDIDATES}`,
    among === null ? given : [...given, [...among]],
  );
}

/** How soon to look again at a lane that another sender works on, in milliseconds. */
const LOOK_AGAIN_MS = 500;

/** Whether there are events to send, asked lane by lane: a join might read the counters of all tenants. */
const hasEvents = (tenant: string): string =>
  `(l."lane" = 'first' and l."cursor" < (select v."eventSequence" from "landscape_version" v where v."tenantId" = ${tenant}))`;

/** Milliseconds until each of these tenants has something to send, by the database's clock; leaves out tenants with nothing to send. */
export async function lookForLanes(tenantIds: readonly string[]): Promise<Map<string, number>> {
  const { tenant, isOneOfThem, value } = namedTenants(tenantIds, ROWS_OWN);
  const rows = await asSystem<{ tenantId: string; isHeld: boolean; leasedMs: number; dueMs: number }>(
    database(),
    `select l."tenantId"::text as "tenantId", l."leaseToken" is not null as "isHeld",
       coalesce(extract(epoch from l."leaseUntil" - statement_timestamp()) * 1000, 0)::float8 as "leasedMs",
       (case when ${hasEvents(tenant)} then 0 else extract(epoch from l."dueAt" - statement_timestamp()) * 1000 end)::float8 as "dueMs"
     from "webhook_lane" l where ${isOneOfThem} and (l."dueAt" is not null or ${hasEvents(tenant)}) and ${isNotFrozen(tenant)}`,
    [value],
  );
  const ahead = new Map<string, number>();
  for (const { tenantId, isHeld, leasedMs, dueMs } of rows) {
    const inMs = Math.max(0, dueMs, isHeld ? Math.min(leasedMs, LOOK_AGAIN_MS) : leasedMs);
    ahead.set(tenantId, Math.min(inMs, ahead.get(tenantId) ?? Number.POSITIVE_INFINITY));
  }
  return ahead;
}

/** Null if the lane is no longer due, or another sender has it. Never waits for a lock. */
async function claimThis({ tenantId, endpointId, lane }: DueLane, now: Date | null): Promise<LaneClaim | null> {
  const leaseToken = randomUUID();
  const [row] = await asSystem<{ isSlow: boolean }>(
    database(),
    `update "webhook_lane" set "leaseToken" = $4::uuid, "leaseUntil" = statement_timestamp() + make_interval(secs => $5::float8), "lastRunAt" = statement_timestamp()
     where "tenantId" = $1::uuid and "endpointId" = $2::uuid and "lane" = $3 and "lane" = (
       select l."lane" from ${LANES} where l."tenantId" = $1::uuid and l."endpointId" = $2::uuid and l."lane" = $3 and ${isDue('$6', '$1::uuid')} for update of l skip locked)
     returning "isSlow"`,
    [tenantId, endpointId, lane, leaseToken, LEASE_SECONDS, now],
  );
  return row === undefined ? null : { tenant: tenantDb(database(), tenantId), endpointId, lane, leaseToken, isSlow: row.isSlow };
}

export interface LaneKeeper {
  /** The turn got further, and its next step begins. */
  moved(): void;
  /** Ends the renewals. */
  stop(): void;
}

/**
 * Renews the claim every second, as long as the turn gets further: a slow receiver takes longer to answer than a lease lasts, but nothing takes longer than the longest
 * step.
 */
export function keepLane({ tenant: { tenantId }, endpointId, lane, leaseToken }: LaneClaim): LaneKeeper {
  let movedAt = performance.now();
  const renew = (): Promise<unknown> =>
    asSystem(
      database(),
      `update "webhook_lane" set "leaseUntil" = statement_timestamp() + make_interval(secs => $5::float8)
       where "tenantId" = $1::uuid and "endpointId" = $2::uuid and "lane" = $3 and "lane" = (
         select "lane" from "webhook_lane" where "tenantId" = $1::uuid and "endpointId" = $2::uuid and "lane" = $3 and "leaseToken" = $4::uuid for update skip locked)`,
      [tenantId, endpointId, lane, leaseToken, LEASE_SECONDS],
    );
  // If one renewal fails, the next one makes up for it. If all fail, the claim expires, as it should.
  const beat = (): void => {
    if (performance.now() - movedAt < LONGEST_STEP_MS) void renew().catch(() => undefined);
  };
  const timer = setInterval(beat, HEARTBEAT_MS).unref();
  return { moved: () => (movedAt = performance.now()), stop: () => clearInterval(timer) };
}

/** While one of these stands still, nobody else can take over the lane or its endpoint, which it locks. All their statements are quick. */
export const LANE_TRANSACTION = { abandonedAfter: '10s' } as const;

/**
 * Locks the lane for the rest of the transaction, and renews its lease for the next attempt. False if the lease was lost meanwhile: then
 * nothing may be written.
 */
export async function holdLane(tx: Transaction, { tenant, endpointId, lane, leaseToken }: LaneClaim): Promise<boolean> {
  const held = await tx.$executeRaw`
    update "webhook_lane" set "leaseUntil" = statement_timestamp() + make_interval(secs => ${LEASE_SECONDS}::float8)
    where "tenantId" = ${tenant.tenantId}::uuid and "endpointId" = ${endpointId}::uuid and "lane" = ${lane} and "leaseToken" = ${leaseToken}::uuid`;
  return held === 1;
}

/** Releases a lane. It is due again as soon as anything in it is. */
export async function releaseLane(tx: Transaction, { tenant: { tenantId }, endpointId, lane, leaseToken }: LaneClaim): Promise<void> {
  await tx.$executeRaw`
    update "webhook_lane" l set "leaseToken" = null, "leaseUntil" = null, "dueAt" = (
      select min(case when ${lane} = 'first' then d."createdAt" else d."nextAttemptAt" end) from "webhook_delivery" d
      where d."tenantId" = ${tenantId}::uuid and d."endpointId" = ${endpointId}::uuid and d."status" = case when ${lane} = 'first' then 'Pending' else 'Retrying' end
    )
    where l."tenantId" = ${tenantId}::uuid and l."endpointId" = ${endpointId}::uuid and l."lane" = ${lane} and l."leaseToken" = ${leaseToken}::uuid`;
}

/** Releases a lane after an error of our own, so that it is claimed again a little later. */
export async function giveUpLane({ tenant, endpointId, lane, leaseToken }: LaneClaim, waitSeconds: number): Promise<void> {
  await write(
    tenant,
    (tx) => tx.$executeRaw`
    update "webhook_lane" set "leaseToken" = null, "leaseUntil" = statement_timestamp() + make_interval(secs => ${waitSeconds}::float8)
    where "tenantId" = ${tenant.tenantId}::uuid and "endpointId" = ${endpointId}::uuid and "lane" = ${lane} and "leaseToken" = ${leaseToken}::uuid`,
    LANE_TRANSACTION,
  );
}

/** Creates both lanes of an endpoint that is enabled now. It does not get events up to `cursor`, and counts as slow until it has answered once. */
export async function openLanes(tx: Transaction, tenantId: string, endpointId: string, cursor: number): Promise<void> {
  await tx.webhookLane.createMany({
    data: [
      { tenantId, endpointId, lane: 'first', cursor, isSlow: true },
      { tenantId, endpointId, lane: 'retry', isSlow: true },
    ],
    skipDuplicates: true,
  });
}

/** Makes the retry lane due no later than the next retry. */
export async function expectRetry(tx: Transaction, tenantId: string, endpointId: string, at: Date): Promise<void> {
  await tx.$executeRaw`
    update "webhook_lane" set "dueAt" = least("dueAt", ${at}::timestamptz) where "tenantId" = ${tenantId}::uuid and "endpointId" = ${endpointId}::uuid and "lane" = 'retry'`;
}
