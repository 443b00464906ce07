/**
 * Decides which tenant to work on: claims one tenant at a time for a limited time, the one that waited longest first. Only one consumer can
 * hold a claim.
 */
import { randomUUID } from 'node:crypto';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { database } from '@/server/db/database';
import { ownName, isCertainlyGone } from '@/server/processIdentity';
import { processState } from '@/server/processState';
import { isPassing, reasonOf, type WorkRecord } from './retryPolicy';
import { asSystem } from '@/server/db/asSystem';
import { namedTenants } from '@/server/db/namedTenants';
import { write } from '@/server/db/write';

/** A consumer that has not renewed its claim for this long loses the tenant to the next one. A live consumer renews every second. */
const LEASE_SECONDS = 4;
const HEARTBEAT_MS = 1_000;
/** How long to wait after a failure for a temporary reason, in seconds. */
const PASSING_WAIT_SECONDS = 3;

export interface Claim extends WorkRecord {
  tenant: TenantDb;
  leaseToken: string;
}

/** Number of tenants that look due, read without locking them. More than one, because other consumers look for work too. */
const MOST_CANDIDATES = 8;

/**
 * Claims the next tenant that has work: waiting signals, an expired timer, or a snapshot older than its landscape or than what people did.
 * `only` limits the search to one tenant. Null if no such tenant is free.
 */
export async function claimWork(only: string | null = null): Promise<Claim | null> {
  if (only !== null) return claimTenant(only);
  for (;;) {
    const due = await dueTenants();
    for (const tenantId of due) {
      const claim = await claimTenant(tenantId);
      if (claim !== null) return claim;
    }
    // Other consumers claimed all of them first; there may be more.
    if (due.length < MOST_CANDIDATES) return null;
  }
}

/** The tenant of the row, where many are looked at. A single tenant is given by its parameter, as a distributed server needs to lock the row. */
const ROWS_OWN = 'w."tenantId"';
/**
 * Whether signals wait, or the snapshot is older than the landscape or than what people did. Scalar subqueries, because PostgreSQL may answer an EXISTS by
 * reading the rows of all tenants.
 */
const isWaiting = (tenant = ROWS_OWN): string => `((select true from "health_signal" q where q."tenantId" = ${tenant} limit 1)
    or (select s."landscapeVersion" < v."version" or s."interventions" < v."interventions" from "impact_snapshot" s
        join "landscape_version" v on v."tenantId" = s."tenantId" where s."tenantId" = ${tenant}))`;
/** Signals of a frozen tenant wait, and move with the tenant. */
const isNotFrozen = (tenant = ROWS_OWN): string => `(select t."frozenAt" is null from "tenant" t where t."id" = ${tenant})`;
const isDue = (tenant = ROWS_OWN): string =>
  `${isNotFrozen(tenant)} and (w."leaseUntil" is null or w."leaseUntil" < statement_timestamp()) and (w."dueAt" <= statement_timestamp() or ${isWaiting(tenant)})`;

/** The tenants that waited longest come first. */
async function dueTenants(): Promise<string[]> {
  const rows = await asSystem<{ tenantId: string }>(
    database(),
    `select w."tenantId"::text as "tenantId" from "health_work" w where ${isDue()} order by w."lastRunAt" limit ${MOST_CANDIDATES}`,
  );
  return rows.map(({ tenantId }) => tenantId);
}

/**
 * Null if the tenant is not due, or another consumer works on it. A turn in progress locks the row even if its lease has expired; claiming
 * does not wait for that.
 */
async function claimTenant(tenantId: string): Promise<Claim | null> {
  const leaseToken = randomUUID();
  const [row] = await asSystem<WorkRecord>(
    database(),
    `update "health_work" set "leaseToken" = $2::uuid, "leaseOwner" = $3, "leaseUntil" = statement_timestamp() + make_interval(secs => $4::float8),
       "attempts" = "attempts" + 1, "lastRunAt" = statement_timestamp()
     where "tenantId" = $1::uuid and "tenantId" = (
       select w."tenantId" from "health_work" w where w."tenantId" = $1::uuid and ${isDue('$1::uuid')} for update of w skip locked)
     returning "attempts", "failures"`,
    [tenantId, leaseToken, ownerName(), LEASE_SECONDS],
  );
  return row === undefined ? null : { tenant: tenantDb(database(), tenantId), leaseToken, ...row };
}

/** How soon to look again at a tenant that another consumer works on, in milliseconds: most turns are short. */
const LOOK_AGAIN_MS = 500;

interface Ahead {
  tenantId: string;
  leaseToken: string | null;
  leaseOwner: string | null;
  leasedMs: number | null;
  dueMs: number;
}

/**
 * Milliseconds until each of these tenants is due; leaves out tenants with nothing to do. Also frees the claims of processes that died on
 * this machine.
 */
export async function lookForWork(tenantIds: readonly string[]): Promise<Map<string, number>> {
  const { tenant, isOneOfThem, value } = namedTenants(tenantIds, ROWS_OWN);
  const rows = await asSystem<Ahead>(
    database(),
    `select w."tenantId"::text as "tenantId", w."leaseToken"::text as "leaseToken", w."leaseOwner",
       (extract(epoch from w."leaseUntil" - statement_timestamp()) * 1000)::float8 as "leasedMs",
       (case when ${isWaiting(tenant)} then 0 else extract(epoch from w."dueAt" - statement_timestamp()) * 1000 end)::float8 as "dueMs"
     from "health_work" w where ${isOneOfThem}
       and case when w."dueAt" is not null or ${isWaiting(tenant)} then ${isNotFrozen(tenant)} end`,
    [value],
  );
  const own = ownerName();
  const ahead = new Map<string, number>();
  for (const { tenantId, leaseToken, leaseOwner, leasedMs, dueMs } of rows) {
    const isDead = leaseToken !== null && leaseOwner !== null && leaseOwner !== own && isCertainlyGone(leaseOwner);
    const isFree = leasedMs === null || leasedMs <= 0 || (isDead && (await freeClaim(tenantId, leaseToken)));
    const heldMs = isFree ? 0 : leaseToken === null ? leasedMs : Math.min(leasedMs, LOOK_AGAIN_MS);
    ahead.set(tenantId, Math.max(0, dueMs, heldMs));
  }
  return ahead;
}

async function freeClaim(tenantId: string, leaseToken: string): Promise<boolean> {
  const freed = await asSystem(
    database(),
    `update "health_work" set "leaseToken" = null, "leaseOwner" = null, "leaseUntil" = null
     where "tenantId" = $1::uuid and "leaseToken" = $2::uuid returning 1 as freed`,
    [tenantId, leaseToken],
  );
  return freed.length > 0;
}

/** Computed once per process. */
function ownerName(): string {
  return processState('ownName', ownName);
}

/**
 * Renews the claim every second until the returned function is called, also while the turn waits for a connection. Once the turn has locked
 * the row, nobody else can claim it, so there is nothing to renew.
 */
export function keepClaim({ tenant: { tenantId }, leaseToken }: Claim): () => void {
  const renew = (): Promise<unknown> =>
    asSystem(
      database(),
      (tx) => tx.$executeRaw`
      update "health_work" set "leaseUntil" = statement_timestamp() + make_interval(secs => ${LEASE_SECONDS}::float8)
      where "tenantId" = ${tenantId}::uuid and "tenantId" = (
        select "tenantId" from "health_work" where "tenantId" = ${tenantId}::uuid and "leaseToken" = ${leaseToken}::uuid for update skip locked)`,
    );
  // If one renewal fails, the next one makes up for it. If all fail, the claim expires, as it should.
  const timer = setInterval(() => void renew().catch(() => undefined), HEARTBEAT_MS).unref();
  return () => clearInterval(timer);
}

/** Frees the claims of dead processes on this machine, so that nobody has to wait for their leases to expire. Returns how many. */
export async function freeDeadClaims(): Promise<number> {
  const claims = await asSystem<{ tenantId: string; leaseToken: string; leaseOwner: string }>(
    database(),
    `select "tenantId"::text as "tenantId", "leaseToken"::text as "leaseToken", "leaseOwner" from "health_work"
     where "leaseToken" is not null and "leaseUntil" > statement_timestamp() and "leaseOwner" <> $1`,
    [ownerName()],
  );
  let freed = 0;
  for (const { tenantId, leaseToken } of claims.filter(({ leaseOwner }) => isCertainlyGone(leaseOwner)))
    if (await freeClaim(tenantId, leaseToken)) freed += 1;
  return freed;
}

/**
 * Locks the work row for the rest of the transaction. False if the lease was lost meanwhile: another consumer has the tenant, so nothing
 * may be written.
 */
export async function holdClaim(tx: Transaction, claim: Claim): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from "health_work" where "tenantId" = ${claim.tenant.tenantId}::uuid and "leaseToken" = ${claim.leaseToken}::uuid for update`;
  return rows.length === 1;
}

/**
 * Releases the tenant in the transaction of the work, due again at `dueAt`. With `hasSuspectAhead`, the signal that causes failures is
 * still waiting, so the record of failures is kept.
 */
export async function finishClaim(tx: Transaction, claim: Claim, dueAt: Date | null, hasSuspectAhead = false): Promise<void> {
  const { attempts, failures } = hasSuspectAhead
    ? { attempts: claim.attempts - 1, failures: claim.failures }
    : { attempts: 0, failures: 0 };
  await tx.$executeRaw`
    update "health_work" set "leaseToken" = null, "leaseOwner" = null, "leaseUntil" = null, "attempts" = ${attempts}::int, "failures" = ${failures}::int,
      "lastError" = case when ${hasSuspectAhead}::boolean then "lastError" end, "dueAt" = ${dueAt}::timestamptz
    where "tenantId" = ${claim.tenant.tenantId}::uuid and "leaseToken" = ${claim.leaseToken}::uuid`;
}

/**
 * Releases the tenant after a failure and returns the milliseconds until the next attempt. A temporary failure is not blamed on any signal.
 */
export async function giveUpClaim(claim: Claim, error: unknown): Promise<number> {
  const hasPassed = isPassing(error);
  const waitSeconds = hasPassed ? PASSING_WAIT_SECONDS : Math.min(60, 2 ** Math.min(6, claim.failures)) / 2;
  const { attempts, failures } = hasPassed
    ? { attempts: claim.attempts - 1, failures: claim.failures }
    : { attempts: claim.attempts, failures: claim.failures + 1 };
  await write(
    claim.tenant,
    (tx) => tx.$executeRaw`
    update "health_work" set "leaseToken" = null, "leaseOwner" = null, "leaseUntil" = statement_timestamp() + make_interval(secs => ${waitSeconds}::float8),
      "attempts" = ${attempts}::int, "failures" = ${failures}::int, "lastError" = ${reasonOf(error)}
    where "tenantId" = ${claim.tenant.tenantId}::uuid and "leaseToken" = ${claim.leaseToken}::uuid`,
  );
  return waitSeconds * 1_000;
}
