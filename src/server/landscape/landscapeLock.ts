/**
 * Who may write a landscape at the same time. Writers share it, by a row each of sixteen; who needs it alone takes all of them, one after the other. Sharing one row
 * would let writers that overlap keep the other one out for as long as they come. Rows and no advisory locks, which hold on one node of a distributed server only.
 */
import type { Transaction } from '../tenantDb';

const PURPOSE = 'landscape';
/** Writers of one tenant at the same time; further ones wait for a place. */
const PLACES = 16;

/** Holds the landscape until the transaction ends. Fails by `lock_timeout` where others hold it for too long. */
export async function lockLandscape(tx: Transaction, tenantId: string, isExclusive: boolean): Promise<void> {
  if (isExclusive ? await takeAll(tx, tenantId) : await takeAnyFree(tx, tenantId)) return;
  // None was free, or a tenant of an older version has none yet.
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

/** Makes what is missing of the rows that writers hold. */
export async function ensureLandscapePlaces(tx: Transaction, tenantId: string): Promise<void> {
  const data = Array.from({ length: PLACES }, (_, index) => ({ tenantId, purpose: PURPOSE, place: index + 1 }));
  await tx.tenantLock.createMany({ data, skipDuplicates: true });
}
