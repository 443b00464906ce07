/** The common part of preview and apply: loads the landscape, compares, and finds obstacles. */
import { declarationsOf, revenuePaths } from '@/contract/manifest/declarations';
import type { Manifest } from '@/contract/manifest/schema';
import { EXPORT_MANIFEST_NAME } from '@/domain/manifest/exportName';
import { writePath } from '@/contract/manifest/issue';
import type { ManifestPlan } from '@/contract/manifest/plan';
import { PLAN_LIMITS, type Principal } from '@/domain/access';
import { AppError, invalidInput } from '@/domain/errors';
import type { Declaration, DiffIssue, ManifestDiff, StatementConflict } from '@/domain/manifest/declaration';
import { diffManifest } from '@/domain/manifest/diff';
import { withHints } from '@/domain/manifest/issueHints';
import type { ManifestKind, Share, Value } from '@/domain/manifest/manifestFields';
import { tooManyDeletes } from '@/domain/manifest/pruneGuard';
import { ENTITY_KINDS, type FailureState, type Plan } from '@/domain/vocabulary';
import { assertRoom, assertSavesScenarios } from '@/server/scenarios/mayKeep';
import { impactOf } from './impactOf';
import { inSteps } from '@/server/yieldToEventLoop';
import { loadLandscape, loadNames, loadOwnership, type LoadedLandscape } from './knownLandscape';
import { tableOf } from '@/server/landscape/landscapeRows';
import type { RunSql } from '@/server/db/transaction';
import { revenueWouldGo } from '@/server/landscape/revenue';
import { loadConflicts } from './loadConflicts';
import { digestSteps, summaryOf, visibleChanges, visibleConflicts, visibleImpact } from './planBody';
import { warnOfOtherSource } from './otherSource';
import { warningsOf, type ManifestSource } from './readManifest';

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

/** For larger landscapes the impact is not calculated, because one request would need too much memory. */
const MAXIMUM_IMPACT_COMPONENTS = 100_000;

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

/** Throws `revenue_forbidden` with the positions, and 400 if an export should prune. */
export function assertMayAsk(manifest: Manifest, prune: boolean, canSeeRevenue: boolean): void {
  if (prune && manifest.name === EXPORT_MANIFEST_NAME) {
    throw invalidInput(
      'prune',
      `a manifest named "${EXPORT_MANIFEST_NAME}" owns nothing, so it has nothing to prune; give the manifest another name`,
    );
  }
  const paths = canSeeRevenue ? [] : revenuePaths(manifest);
  if (paths.length === 0) return;
  throw new AppError(
    'revenue_forbidden',
    'The manifest states revenue (annualRevenue, revenueShare). That needs a plan with revenue and the right to see it (canSeeRevenue of the key, or a role in revenueVisibleTo).',
    { issues: paths.slice(0, 1_000).map((path) => ({ path: writePath(path), message: 'states revenue' })) },
  );
}

/**
 * Throws `revenue_forbidden` if pruning would delete revenue that the caller may not see: of a segment, or of its share in a capability.
 */
export function assertMayPrune({ changes }: Pick<ManifestDiff, 'changes'>, canSeeRevenue: boolean): void {
  if (canSeeRevenue) return;
  const gone = new Set(changes.flatMap(({ op, kind, technicalName }) => (op === 'delete' && kind === 'capability' ? [technicalName] : [])));
  for (const { op, kind, technicalName, before } of changes) {
    if (kind !== 'segment' || before === null) continue;
    const { annualRevenue = null, capabilities = [] } = before.values as { annualRevenue?: Value; capabilities?: readonly Share[] };
    const isShareGone = capabilities.some(
      ({ capability, revenueShare }) => revenueShare !== null && (op === 'delete' || gone.has(capability)),
    );
    if ((op === 'delete' && annualRevenue !== null) || isShareGone) throw revenueWouldGo(technicalName);
  }
}

/** Uses `run` to load what the manifest touches (for the impact, everything), and compares. */
export async function compareManifest(
  run: RunSql,
  tenantId: string,
  manifest: Manifest,
  { prune, impact, allowDelete }: Omit<ManifestRequest, 'source'>,
): Promise<ComparedManifest> {
  const [tenant] = await run<{ plan: Plan; downFrom: FailureState; currency: string; live: number; version: number }>(
    `select t."plan"::text as plan, t."incidentThreshold"::text as "downFrom", t."currency", coalesce(c."live", 0) as live, coalesce(v."version", 0) as version from "tenant" t
     left join "component_counter" c on c."tenantId" = t."id" left join "landscape_version" v on v."tenantId" = t."id" where t."id" = $1::uuid`,
    [tenantId],
  );
  if (tenant === undefined) throw new AppError('not_found', 'There is no such tenant.');
  if (manifest.scenarios != null && manifest.scenarios.length > 0) assertSavesScenarios(tenant.plan);
  const isSmallEnough = tenant.live <= MAXIMUM_IMPACT_COMPONENTS;
  const stated = await inSteps(declarationsOf(manifest));
  const ownership = prune ? await loadOwnership(run, tenantId, manifest.name) : [];
  // If a manifest declares or owns a large part of the landscape, loads all of it, which is faster than by name.
  const componentsIn = (rows: readonly { kind: ManifestKind }[]): number =>
    rows.reduce((count, { kind }) => count + (kind === 'component' ? 1 : 0), 0);
  const touched = Math.max(componentsIn(stated), componentsIn(ownership));
  const isWhole = isSmallEnough && (impact || (touched > 1_000 && 3 * touched > tenant.live));
  const loaded = await loadLandscape(run, tenantId, stated, { ownership, isWhole });
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

async function assertRoomForScenarios(run: RunSql, tenantId: string, changes: ManifestDiff['changes']): Promise<void> {
  const count = (op: 'create' | 'delete'): number => changes.filter((change) => change.kind === 'scenario' && change.op === op).length;
  const more = count('create') - count('delete');
  if (more <= 0) return;
  const [row] = await run<{ present: number }>(`select count(*)::int as present from "scenario" where "tenantId" = $1::uuid`, [tenantId]);
  assertRoom(row?.present ?? 0, more);
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

/** Adds suggestions for unknown names. The names in the landscape are read only if a suggestion is needed. */
async function hinted(
  run: RunSql,
  tenantId: string,
  declarations: readonly Declaration[],
  issues: readonly DiffIssue[],
): Promise<DiffIssue[]> {
  const names = new Map<ManifestKind, Set<string>>();
  for (const kind of ENTITY_KINDS) {
    if (!issues.some(({ unknown }) => unknown?.kind === kind)) continue;
    const declared = declarations.flatMap((declaration) => (declaration.kind === kind ? [declaration.technicalName] : []));
    names.set(kind, new Set([...declared, ...(await loadNames(run, tenantId, kind))]));
  }
  return withHints(issues, (kind) => names.get(kind) ?? []);
}

/** The number of entities of all nine kinds; dependencies are not counted. */
async function countEntities(run: RunSql, tenantId: string): Promise<number> {
  const counts = ENTITY_KINDS.map((kind) => `(select count(*) from "${tableOf(kind)}" where "tenantId" = $1::uuid)`);
  const [row] = await run<{ entities: number }>(`select (${counts.join(' + ')})::int as entities`, [tenantId]);
  return row?.entities ?? 0;
}

function limitExceeded({ changes }: ManifestDiff, plan: Plan, live: number): ManifestPlan['planLimit'] {
  const count = (op: string): number => changes.reduce((sum, change) => sum + (change.kind === 'component' && change.op === op ? 1 : 0), 0);
  const components = live - count('delete') + count('create');
  const limit = PLAN_LIMITS[plan].components;
  return count('create') > 0 && components > limit ? { plan, limit, components } : null;
}

/** The answer of preview and apply. */
export async function bodyOf(
  tenantId: string,
  { canSeeRevenue }: Pick<Principal, 'canSeeRevenue'>,
  compared: ComparedManifest,
  request: ManifestRequest,
): Promise<ManifestPlan> {
  const { impact, takeOver } = request;
  const { manifest, prune, diff, conflicts, planLimit, tooManyDeletes: excess, digest, landscapeVersion, hasImpact } = compared;
  return {
    manifest: manifest.name,
    prune,
    takeOver: takeOver === true,
    summary: summaryOf(diff),
    changes: visibleChanges(diff.changes, canSeeRevenue),
    warnings: await warningsOf(tenantId, request.source, diff.warnings),
    conflicts: visibleConflicts(conflicts, canSeeRevenue),
    blocked: diff.blocked,
    planLimit,
    tooManyDeletes: excess,
    impact: hasImpact ? visibleImpact(await impactOf(tenantId, compared), compared.currency, canSeeRevenue) : null,
    ...(impact && !hasImpact
      ? { impactUnavailable: `The landscape has more than ${MAXIMUM_IMPACT_COMPONENTS.toLocaleString('en')} components.` }
      : {}),
    digest,
    landscapeVersion,
  };
}
