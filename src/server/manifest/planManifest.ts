/** Compares a manifest with the landscape: what would change, and what stands in its way. */
import { declarationsOf } from '@/contract/manifest/declarations';
import type { ManifestPlan } from '@/contract/manifest/plan';
import type { Manifest } from '@/contract/manifest/schema';
import { PLAN_LIMITS } from '@/domain/access';
import type { Declaration, DiffIssue, ManifestDiff, StatementConflict } from '@/domain/manifest/declaration';
import { diffManifest } from '@/domain/manifest/diff';
import { EXPORT_MANIFEST_NAME } from '@/domain/manifest/exportName';
import { tooManyDeletes } from '@/domain/manifest/pruneGuard';
import type { FailureState, Plan } from '@/domain/vocabulary';
import type { RunSql } from '@/server/db/transaction';
import { assertSavesScenarios } from '@/server/scenarios/mayKeep';
import { inSteps } from '@/server/yieldToEventLoop';
import type { LoadedLandscape } from './knownLandscape';
import { loadConflicts } from './loadConflicts';
import { assertRoomForScenarios, countEntities, hinted, loadTenant, loadTouched } from './loadPlanned';
import { warnOfOtherSource } from './otherSource';
import { digestSteps } from './planDigest';
import type { ManifestSource } from './readManifest';

export interface ManifestRequest {
  source: ManifestSource;
  prune: boolean;
  /** The largest number of entities that pruning may delete. */
  allowDelete?: number | undefined;
  /** Whether fields that other manifests state differently get the values of this manifest. */
  takeOver?: boolean | undefined;
  /** Whether to calculate the effect on cycles, tiers and single points of failure. */
  impact: boolean;
}

const NEEDS_A_NAME: DiffIssue = {
  path: ['name'],
  message: `a manifest named "${EXPORT_MANIFEST_NAME}" owns nothing, so its changes cannot be applied`,
  hint: 'give it another name here, or export with a name: faultline export --name NAME',
};

export interface ComparedManifest {
  manifest: Manifest;
  prune: boolean;
  declarations: readonly Declaration[];
  landscape: LoadedLandscape;
  /** True if the impact was requested and the whole landscape was loaded for it. */
  hasImpact: boolean;
  diff: ManifestDiff;
  digest: string;
  /** The currency of all prices. */
  currency: string;
  planLimit: ManifestPlan['planLimit'];
  tooManyDeletes: ManifestPlan['tooManyDeletes'];
  /** The fields that other manifests last stated differently. */
  conflicts: readonly StatementConflict[];
  /** The landscape version that was compared. */
  comparedVersion: number;
  /** The tenant's threshold for incidents. */
  downFrom: FailureState;
  /** The landscape version in the answer; after an apply, the new one. */
  landscapeVersion: number;
}

/** Uses `run` to load what the manifest touches (for the impact, everything), and compares. */
export async function compareManifest(
  run: RunSql,
  tenantId: string,
  manifest: Manifest,
  { prune, impact, allowDelete }: Omit<ManifestRequest, 'source'>,
): Promise<ComparedManifest> {
  const tenant = await loadTenant(run, tenantId);
  if (manifest.scenarios != null && manifest.scenarios.length > 0) assertSavesScenarios(tenant.plan);
  const stated = await inSteps(declarationsOf(manifest));
  const { loaded, isWhole } = await loadTouched(run, tenantId, stated, { owner: prune ? manifest.name : null, impact, live: tenant.live });
  const found = await inSteps(diffManifest(loaded, stated, { prune }));
  const { declarations } = found;
  const compared = { ...found, issues: await hinted(run, tenantId, declarations, found.issues) };
  await assertRoomForScenarios(run, tenantId, found.changes);
  const landscape = underPresentNames(loaded, compared);
  const isJudged = compared.issues.length === 0 && manifest.name !== EXPORT_MANIFEST_NAME;
  const isExport = manifest.name === EXPORT_MANIFEST_NAME && compared.changes.length > 0;
  const doubts = isJudged ? await warnOfOtherSource(run, tenantId, manifest.name, declarations, landscape) : isExport ? [NEEDS_A_NAME] : [];
  const diff = { ...compared, warnings: [...compared.warnings, ...doubts] };
  const conflicts = isJudged ? await loadConflicts(run, tenantId, manifest.name, declarations, landscape) : [];
  return {
    manifest,
    prune,
    declarations,
    landscape,
    hasImpact: impact && isWhole,
    diff,
    digest: await inSteps(digestSteps(tenantId, diff.changes, conflicts, prune)),
    conflicts,
    currency: tenant.currency,
    planLimit: limitExceeded(diff, tenant.plan, tenant.live),
    tooManyDeletes: tooManyDeletes(diff.changes, {
      declarations: declarations.length,
      entities: prune ? await countEntities(run, tenantId) : 0,
      allowDelete: allowDelete ?? null,
    }),
    comparedVersion: tenant.version,
    downFrom: tenant.downFrom,
    landscapeVersion: tenant.version,
  };
}

/** What was loaded, with the renames of the diff, for writing and for the impact. */
function underPresentNames(loaded: LoadedLandscape, { known, renames }: ManifestDiff): LoadedLandscape {
  if (renames.length === 0) return loaded;
  const ids = new Map(loaded.ids);
  for (const kind of new Set(renames.map((rename) => rename.kind))) {
    const ofKind = new Map(ids.get(kind));
    const own = renames.filter((rename) => rename.kind === kind);
    for (const { from } of own) ofKind.delete(from);
    for (const { to, id } of own) ofKind.set(to, id);
    ids.set(kind, ofKind);
  }
  // A renamed entity keeps its loaded record.
  return { ...loaded, entities: known.entities as LoadedLandscape['entities'], owned: known.owned, ids };
}

function limitExceeded({ changes }: ManifestDiff, plan: Plan, live: number): ManifestPlan['planLimit'] {
  const count = (op: string): number => changes.reduce((sum, change) => sum + (change.kind === 'component' && change.op === op ? 1 : 0), 0);
  const components = live - count('delete') + count('create');
  const limit = PLAN_LIMITS[plan].components;
  return count('create') > 0 && components > limit ? { plan, limit, components } : null;
}
