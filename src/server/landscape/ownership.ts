/**
 * Records which manifests declare deleted entities. This is removed with the entities and recorded with the change, so that an undo
 * restores it.
 */
import type { Transaction } from '@/server/db/transaction';

/** Forgets all manifests that declare these entities of one kind, and records that in the change set. */
export async function forgetOwnership(
  tx: Transaction,
  tenantId: string,
  changeSetId: string,
  kind: string,
  ids: readonly string[],
): Promise<void> {
  await tx.$executeRawUnsafe(
    `with noted as (
       insert into "manifest_ownership_change" ("tenantId", "changeSetId", "kind", "entityId", "manifestName", "hasCreated", "isTaken", "stated")
       select o."tenantId", $2::uuid, o."kind", o."entityId", o."manifestName", o."hasCreated", false, o."stated" from "manifest_ownership" o
       where o."tenantId" = $1::uuid and o."kind" = $3 and o."entityId" = any($4::uuid[]) returning 1)
     delete from "manifest_ownership" where "tenantId" = $1::uuid and "kind" = $3 and "entityId" = any($4::uuid[])`,
    tenantId,
    changeSetId,
    kind,
    ids,
  );
}
