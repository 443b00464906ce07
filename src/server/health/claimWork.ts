/** Whose turn it is: one tenant at a time is claimed for a while, the one that waited longest first, and by one consumer only. */
import { randomUUID } from 'node:crypto';
import { asSystem, inTenant, systemRows, tenantDb, type TenantDb, type Transaction } from '../tenantDb';
import { database } from '../db';
import { ownName, isCertainlyGone } from '../processIdentity';
import { processState } from '../processState';
import { isPassing, reasonOf, type WorkRecord } from './retryPolicy';

/** A consumer that has not been heard of for so long leaves its tenant to the next one; while it lives it is heard of each second. */
const LEASE_SECONDS = 4;
const HEARTBEAT_MS = 1_000;
/** How long work waits that failed for a reason which passes by itself. */
const PASSING_WAIT_SECONDS = 3;

export interface Claim extends WorkRecord {
  tenant: TenantDb;
  leaseToken: string;
}

/** Tenants that look due, looked at without holding anything; more than one, as others look too. */
const MOST_CANDIDATES = 8;

/**
 * The next tenant with work: signals waiting, a timer run out, or a snapshot behind its landscape or behind what people did; `only` looks at one tenant alone.
 * Null when there is none that nobody else works on.
 */
export async function claimWork(only: string | null = null): Promise<Claim | null> {
  if (only !== null) return claimTenant(only);
  for (;;) {
    const due = await dueTenants();
    for (const tenantId of due) {
      const claim = await claimTenant(tenantId);
      if (claim !== null) return claim;
    }
    // Others were faster with all of them; there may be more behind.
    if (due.length < MOST_CANDIDATES) return null;
  }
}

const IS_WAITING = `(exists (select 1 from "health_signal" q where q."tenantId" = w."tenantId")
    or exists (select 1 from "impact_snapshot" s join "landscape_version" v on v."tenantId" = s."tenantId"
               where s."tenantId" = w."tenantId" and (s."landscapeVersion" < v."version" or s."interventions" < v."interventions")))`;
/** Signals of a frozen tenant wait, and move with it. */
const IS_NOT_FROZEN = `exists (select 1 from "tenant" t where t."id" = w."tenantId" and t."frozenAt" is null)`;
const IS_DUE = `${IS_NOT_FROZEN} and (w."leaseUntil" is null or w."leaseUntil" < statement_timestamp()) and (w."dueAt" <= statement_timestamp() or ${IS_WAITING})`;

/** Those that waited longest come first. */
async function dueTenants(): Promise<string[]> {
  const rows = await systemRows<{ tenantId: string }>(
    database(),
    `select w."tenantId"::text as "tenantId" from "health_work" w where ${IS_DUE} order by w."lastRunAt" limit ${MOST_CANDIDATES}`,
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Null where it is not due or somebody else works on it. A turn under way holds the row, also when its lease has run out: who wants to claim it does not wait for that. */
async function claimTenant(tenantId: string): Promise<Claim | null> {
  const leaseToken = randomUUID();
  const [row] = await systemRows<WorkRecord>(
    database(),
    `update "health_work" set "leaseToken" = $2::uuid, "leaseOwner" = $3, "leaseUntil" = statement_timestamp() + make_interval(secs => $4::float8),
       "attempts" = "attempts" + 1, "lastRunAt" = statement_timestamp()
     where "tenantId" = $1::uuid and "tenantId" = (
       select w."tenantId" from "health_work" w where w."tenantId" = $1::uuid and ${IS_DUE} for update of w skip locked)
     returning "attempts", "failures"`,
    [tenantId, leaseToken, ownerName(), LEASE_SECONDS],
  );
  return row === undefined ? null : { tenant: tenantDb(database(), tenantId), leaseToken, ...row };
}

/** A tenant with work that somebody else holds is looked at again so soon: most turns are short. */
const LOOK_AGAIN_MS = 500;

interface Ahead {
  tenantId: string;
  leaseToken: string | null;
  leaseOwner: string | null;
  leasedMs: number | null;
  dueMs: number;
}

/** In how many milliseconds these tenants are due, of those that have anything ahead; claims of processes that died on this machine are freed on the way. */
export async function lookForWork(tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await systemRows<Ahead>(
    database(),
    `select w."tenantId"::text as "tenantId", w."leaseToken"::text as "leaseToken", w."leaseOwner",
       (extract(epoch from w."leaseUntil" - statement_timestamp()) * 1000)::float8 as "leasedMs",
       (case when ${IS_WAITING} then 0 else extract(epoch from w."dueAt" - statement_timestamp()) * 1000 end)::float8 as "dueMs"
     from "health_work" w where w."tenantId" = any($1::uuid[]) and (w."dueAt" is not null or ${IS_WAITING}) and ${IS_NOT_FROZEN}`,
    [[...tenantIds]],
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
  const freed = await systemRows(
    database(),
    `update "health_work" set "leaseToken" = null, "leaseOwner" = null, "leaseUntil" = null
     where "tenantId" = $1::uuid and "leaseToken" = $2::uuid returning 1 as freed`,
    [tenantId, leaseToken],
  );
  return freed.length > 0;
}

/** Known once for the life of the process. */
function ownerName(): string {
  return processState('ownName', ownName);
}

/**
 * Renews the claim each second until it is called to stop, also while its turn still waits for a connection. Once the turn holds the row, nobody else can
 * take it and there is nothing to renew.
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
  // A renewal that fails is made up for by the next; should all fail, the tenant is free, as it is to be.
  const timer = setInterval(() => void renew().catch(() => undefined), HEARTBEAT_MS).unref();
  return () => clearInterval(timer);
}

/** Frees what processes of this machine had claimed that are gone by now: nobody has to wait for their leases to run out. Answers how many. */
export async function freeDeadClaims(): Promise<number> {
  const claims = await systemRows<{ tenantId: string; leaseToken: string; leaseOwner: string }>(
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
 * Holds the work row for the rest of the transaction. False when the lease was lost meanwhile: then another consumer has the tenant, and nothing may be written.
 */
export async function holdClaim(tx: Transaction, claim: Claim): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from "health_work" where "tenantId" = ${claim.tenant.tenantId}::uuid and "leaseToken" = ${claim.leaseToken}::uuid for update`;
  return rows.length === 1;
}

/**
 * Gives the tenant back in the transaction of the work: done, and due again at `dueAt`. With `hasSuspectAhead` the signal that makes trouble is
 * still among those that wait, and the record of it stays.
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

/** Gives the tenant back after a failure, to be tried again after a wait, of which it answers the milliseconds. What passes by itself is held against no signal. */
export async function giveUpClaim(claim: Claim, error: unknown): Promise<number> {
  const hasPassed = isPassing(error);
  const waitSeconds = hasPassed ? PASSING_WAIT_SECONDS : Math.min(60, 2 ** Math.min(6, claim.failures)) / 2;
  const { attempts, failures } = hasPassed
    ? { attempts: claim.attempts - 1, failures: claim.failures }
    : { attempts: claim.attempts, failures: claim.failures + 1 };
  await inTenant(
    claim.tenant,
    (tx) => tx.$executeRaw`
    update "health_work" set "leaseToken" = null, "leaseOwner" = null, "leaseUntil" = statement_timestamp() + make_interval(secs => ${waitSeconds}::float8),
      "attempts" = ${attempts}::int, "failures" = ${failures}::int, "lastError" = ${reasonOf(error)}
    where "tenantId" = ${claim.tenant.tenantId}::uuid and "leaseToken" = ${claim.leaseToken}::uuid`,
  );
  return waitSeconds * 1_000;
}
