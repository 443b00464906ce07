/** Checks the references of an invalid manifest against the landscape, so that mistakes of form and of reference are reported together. */
import { isStorable } from '@/contract/fields';
import type { Assumption } from '@/contract/manifest/references';
import type { DiffIssue } from '@/domain/manifest/declaration';
import { notThere, requiredWhenNew } from '@/domain/manifest/diffIssues';
import { withHints } from '@/domain/manifest/issueHints';
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { loadFormerNames } from '@/server/landscape/formerNames';
import { tableOf } from '@/server/landscape/landscapeRows';
import { runOn, type RunSql } from '@/server/db/transaction';
import type { TenantDb } from '@/server/db/tenantDb';
import { loadNames } from './knownLandscape';
import type { JudgeAssumptions } from './readManifest';
import { read } from '@/server/db/read';

/** For readManifest: checks against this tenant's landscape. */
export function assumptionsJudge(tenant: TenantDb): JudgeAssumptions {
  return (assumptions) =>
    read.onConnection(tenant, (client) => {
      const run = runOn(client);
      return wrongAssumptions(run, tenant.tenantId, assumptions);
    });
}

/** The wrong references, with suggestions but without positions. */
async function wrongAssumptions(run: RunSql, tenantId: string, assumptions: readonly Assumption[]): Promise<DiffIssue[]> {
  const living = new Map<ManifestKind, Set<string>>();
  const names = new Map<ManifestKind, string[]>();
  for (const kind of ENTITY_KINDS) {
    // A name that cannot be stored cannot exist, and querying it would cause an error.
    const mayBeThere = (assumption: Assumption): boolean => assumption.kind === kind && isStorable(assumption.technicalName);
    const asked = new Set(assumptions.filter(mayBeThere).map(({ technicalName }) => technicalName));
    if (asked.size === 0) continue;
    const rows = await run<{ technicalName: string }>(
      `select "technicalName" from "${tableOf(kind)}" where "tenantId" = $1::uuid and "technicalName" = any($2::text[])`,
      [tenantId, [...asked]],
    );
    const found = new Set(rows.map(({ technicalName }) => technicalName));
    for (const name of (await loadFormerNames(run, tenantId, kind, [...asked])).keys()) found.add(name);
    living.set(kind, found);
    if (found.size < asked.size) names.set(kind, await loadNames(run, tenantId, kind));
  }
  const wrong = assumptions.filter(({ kind, technicalName }) => living.get(kind)?.has(technicalName) !== true);
  const issues = wrong.map(({ kind, technicalName, path, missing }): DiffIssue => {
    return { path, ...(missing === undefined ? notThere(kind, technicalName) : requiredWhenNew(kind, technicalName, missing)) };
  });
  return withHints(issues, (kind) => names.get(kind) ?? []);
}
