/** Preview: what a manifest would change, calculated on a read-only view of the landscape. */
import type { ManifestPlan } from '@/contract/manifest/plan';
import type { Principal } from '@/domain/access';
import type { TenantDb } from '@/server/db/tenantDb';
import { runOn } from '@/server/db/transaction';
import { assertMayAsk, assertMayPrune } from './mayAsk';
import { bodyOf } from './planBody';
import { compareManifest, type ManifestRequest } from './planManifest';
import { readManifest, refusedByLandscape } from './readManifest';
import { assumptionsJudge } from './wrongAssumptions';
import { read } from '@/server/db/read';

/** Writes nothing. Throws 400 with the position of every mistake, 403 `revenue_forbidden`, 413, 415. */
export async function previewManifest(tenant: TenantDb, principal: Principal, request: ManifestRequest): Promise<ManifestPlan> {
  const { source, prune } = request;
  const manifest = await readManifest(tenant.tenantId, source, assumptionsJudge(tenant));
  assertMayAsk(manifest, prune, principal.canSeeRevenue);
  const compared = await read.onConnection(tenant, (client) => {
    const run = runOn(client);
    return compareManifest(run, tenant.tenantId, manifest, request);
  });
  if (compared.diff.issues.length > 0) throw await refusedByLandscape(tenant.tenantId, source, compared.diff.issues);
  assertMayPrune(compared.diff, principal.canSeeRevenue);
  return bodyOf(tenant.tenantId, principal, compared, request);
}
