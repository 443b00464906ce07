/**
 * Decides who may write a landscape at the same time. There are sixteen lock rows. A writer takes any one of them; whoever needs the
 * landscape alone takes all of them, one after another. If all writers shared a single row, overlapping writers could keep the other one
 * waiting for ever. Rows rather than advisory locks, which are valid on only one node of a distributed server.
 */
import type { Transaction } from '@/server/db/transaction';

const PURPOSE = 'landscape';
/** Writers of one tenant at the same time; further ones wait for a row. */
const PLACES = 16;

/** Locks the landscape until the transaction ends. Fails with `lock_timeout` if others hold it for too long. */
export async function lockLandscape(tx: Transaction, tenantId: string, isExclusive: boolean): Promise<void> {
  if (isExclusive ? await takeAll(tx, tenantId) : await takeAnyFree(tx, tenantId)) return;
  // None was free, or the tenant is from an older version and has none yet.
  await ensureLandscapePlaces(tx, tenantId);
  if (isExclusive) await takeAll(tx, tenantId);
  else {
    const place = 1 + Math.floor(Math.random() * PLACES);
    await tx.$queryRaw`
      select 1 from "tenant_lock" where "tenantId" = ${tenantId}::uuid and "purpose" = ${PURPOSE} and "place" = ${place}::int for update`;
  }
}

async function takeAnyFree(tx: Transaction, tenantId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from "tenant_lock" where "tenantId" = ${tenantId}::uuid and "purpose" = ${PURPOSE} limit 1 for update skip locked`;
  return rows.length > 0;
}

async function takeAll(tx: Transaction, tenantId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from "tenant_lock" where "tenantId" = ${tenantId}::uuid and "purpose" = ${PURPOSE} order by "place" for update`;
  return rows.length === PLACES;
}

/** Creates the lock rows that are missing. */
export async function ensureLandscapePlaces(tx: Transaction, tenantId: string): Promise<void> {
  const data = Array.from({ length: PLACES }, (_, index) => ({ tenantId, purpose: PURPOSE, place: index + 1 }));
  await tx.tenantLock.createMany({ data, skipDuplicates: true });
}
