/** What preview and apply have in common: the landscape is loaded, compared, and what stands in the way is found. */
import { declarationsOf, revenuePaths } from '@/contract/manifestDeclarations';
import { EXPORT_MANIFEST_NAME, type Manifest } from '@/contract/manifest';
import { writePath } from '@/contract/manifestIssue';
import type { ManifestImpact, ManifestPlan } from '@/contract/manifestPlan';
import { PLAN_LIMITS, type Principal } from '@/domain/access';
import { AppError, invalidInput } from '@/domain/errors';
import type { Declaration, ManifestDiff } from '@/domain/manifest/declaration';
import { diffManifest } from '@/domain/manifest/diff';
import type { Plan } from '@/domain/vocabulary';
import { loadLandscape, type LoadedLandscape } from './knownLandscape';
import type { RunSql } from './landscapeRows';
import { digestOf, summaryOf, visibleChanges } from './planBody';
import type { ManifestSource } from './readManifest';

export interface ManifestRequest {
  source: ManifestSource;
  prune: boolean;
  /** Whether to work out what the change does to cycles, tiers and single points of failure. */
  impact: boolean;
}

export interface ComparedManifest {
  manifest: Manifest;
  prune: boolean;
  declarations: readonly Declaration[];
  landscape: LoadedLandscape;
  diff: ManifestDiff;
  digest: string;
  planLimit: ManifestPlan['planLimit'];
  landscapeVersion: number;
}

/** Throws `revenue_forbidden` with the places, and 400 where an export is to prune. */
export function assertMayAsk(manifest: Manifest, prune: boolean, canSeeRevenue: boolean): void {
  if (prune && manifest.name === EXPORT_MANIFEST_NAME) {
    throw invalidInput('prune', `a manifest named "${EXPORT_MANIFEST_NAME}" owns nothing, so there is nothing that it could prune; give the manifest a name of its own`);
  }
  const paths = canSeeRevenue ? [] : revenuePaths(manifest);
  if (paths.length === 0) return;
  throw new AppError(
    'revenue_forbidden',
    'The manifest states revenue (annualRevenue, revenueShare). That needs a plan with revenue and the right to see it (canSeeRevenue of the key, or a role in revenueVisibleTo).',
    { issues: paths.slice(0, 1_000).map((path) => ({ path: writePath(path), message: 'states revenue' })) },
  );
}

/** Loads what the manifest touches over `run` and compares. */
export async function compareManifest(run: RunSql, tenantId: string, manifest: Manifest, prune: boolean, isWhole: boolean): Promise<ComparedManifest> {
  const declarations = declarationsOf(manifest);
  const landscape = await loadLandscape(run, tenantId, declarations, { manifestName: manifest.name, prune, isWhole });
  const diff = diffManifest(landscape, declarations, { prune });
  const [tenant] = await run<{ plan: Plan; live: number; version: number }>(
    `select t."plan"::text as plan, coalesce(c."live", 0) as live, coalesce(v."version", 0) as version from "tenant" t
     left join "component_counter" c on c."tenantId" = t."id" left join "landscape_version" v on v."tenantId" = t."id" where t."id" = $1::uuid`,
    [tenantId],
  );
  if (tenant === undefined) throw new AppError('not_found', 'There is no such tenant.');
  return {
    manifest,
    prune,
    declarations,
    landscape,
    diff,
    digest: digestOf(tenantId, diff.changes, prune),
    planLimit: limitExceeded(diff, tenant.plan, tenant.live),
    landscapeVersion: tenant.version,
  };
}

function limitExceeded({ changes }: ManifestDiff, plan: Plan, live: number): ManifestPlan['planLimit'] {
  const count = (op: string): number => changes.reduce((sum, change) => sum + (change.kind === 'component' && change.op === op ? 1 : 0), 0);
  const components = live - count('delete') + count('create');
  const limit = PLAN_LIMITS[plan].components;
  return count('create') > 0 && components > limit ? { plan, limit, components } : null;
}

export function bodyOf(compared: ComparedManifest, principal: Principal, impact: ManifestImpact | null): ManifestPlan {
  const { manifest, prune, diff, planLimit, digest, landscapeVersion } = compared;
  return {
    manifest: manifest.name,
    prune,
    summary: summaryOf(diff),
    changes: visibleChanges(diff.changes, principal.canSeeRevenue),
    blocked: diff.blocked,
    planLimit,
    impact,
    digest,
    landscapeVersion,
  };
}
