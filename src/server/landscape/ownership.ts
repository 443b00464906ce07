/** Which manifests declare what goes: forgotten with it, and noted beside the change, so that an undo gives it back. */
import type { Transaction } from '../tenantDb';

export async function forgetOwnership(
  tx: Transaction,
  tenantId: string,
  changeSetId: string,
  kind: string,
  ids: readonly string[],
): Promise<void> {
  await tx.$executeRawUnsafe(
    `with forgotten as (delete from "manifest_ownership" where "tenantId" = $1::uuid and "kind" = $3 and "entityId" = any($4::uuid[]) returning *)
     insert into "manifest_ownership_change" ("tenantId", "changeSetId", "kind", "entityId", "manifestName", "hasCreated", "isTaken", "stated")
     select "tenantId", $2::uuid, "kind", "entityId", "manifestName", "hasCreated", false, "stated" from forgotten`,
    tenantId,
    changeSetId,
    kind,
    ids,
  );
}
