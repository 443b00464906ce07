/** Whose turn it is: one tenant at a time is claimed for a while, the one that waited longest first, and by one consumer only. */
import { randomUUID } from 'node:crypto';
import { asSystem, inTenant, tenantDb, type TenantDb, type Transaction } from '../tenantDb';
import { database } from '../db';

/** A consumer that dies leaves its tenant to the next one after this long. */
const LEASE_SECONDS = 30;

export interface Claim {
  tenant: TenantDb;
  leaseToken: string;
  /** How often in a row this tenant's work was begun without being finished, this time included. */
  attempts: number;
}

/**
 * The next tenant with work: signals waiting, a timer run out, or a snapshot behind its landscape; `only` looks at one tenant alone.
 * Null when there is none that nobody else works on.
 */
export async function claimWork(only: string | null = null): Promise<Claim | null> {
  const leaseToken = randomUUID();
  const rows = await asSystem(database(), (tx) => tx.$queryRaw<{ tenantId: string; attempts: number }[]>`
    update "health_work" set "leaseToken" = ${leaseToken}::uuid, "leaseUntil" = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::float8),
      "attempts" = "attempts" + 1, "lastRunAt" = clock_timestamp()
    where "tenantId" = (
      select w."tenantId" from "health_work" w
      where (${only}::uuid is null or w."tenantId" = ${only}::uuid)
        and (w."leaseUntil" is null or w."leaseUntil" < clock_timestamp())
        and (w."dueAt" <= clock_timestamp()
          or exists (select 1 from "health_signal" q where q."tenantId" = w."tenantId")
          or exists (select 1 from "impact_snapshot" s join "landscape_version" v on v."tenantId" = s."tenantId"
                     where s."tenantId" = w."tenantId" and s."landscapeVersion" < v."version"))
      order by w."lastRunAt" limit 1 for update of w skip locked
    )
    returning "tenantId"::text as "tenantId", "attempts"`);
  const [row] = rows;
  return row === undefined ? null : { tenant: tenantDb(database(), row.tenantId), leaseToken, attempts: row.attempts };
}

/**
 * Holds the work row for the rest of the transaction. False when the lease was lost meanwhile: then another consumer has the tenant, and nothing may be written.
 */
export async function holdClaim(tx: Transaction, claim: Claim): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from "health_work" where "tenantId" = ${claim.tenant.tenantId}::uuid and "leaseToken" = ${claim.leaseToken}::uuid for update`;
  return rows.length === 1;
}

/** Gives the tenant back in the transaction of the work: done, and due again at `dueAt`. */
export async function finishClaim(tx: Transaction, claim: Claim, dueAt: Date | null): Promise<void> {
  await tx.$executeRaw`
    update "health_work" set "leaseToken" = null, "leaseUntil" = null, "attempts" = 0, "lastError" = null, "dueAt" = ${dueAt}::timestamptz
    where "tenantId" = ${claim.tenant.tenantId}::uuid and "leaseToken" = ${claim.leaseToken}::uuid`;
}

/** Gives the tenant back after a failure, to be tried again after a wait that grows with the attempts. */
export async function giveUpClaim(claim: Claim, error: unknown): Promise<void> {
  const waitSeconds = Math.min(60, 2 ** Math.min(6, claim.attempts - 1)) / 2;
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  await inTenant(claim.tenant, (tx) => tx.$executeRaw`
    update "health_work" set "leaseToken" = null, "leaseUntil" = clock_timestamp() + make_interval(secs => ${waitSeconds}::float8), "lastError" = ${reason}
    where "tenantId" = ${claim.tenant.tenantId}::uuid and "leaseToken" = ${claim.leaseToken}::uuid`);
}
