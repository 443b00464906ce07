/** Loads what a plan needs: the tenant's limits, and of its landscape what a manifest touches. */
import { AppError } from '@/domain/errors';
import type { Declaration, DiffIssue, ManifestDiff } from '@/domain/manifest/declaration';
import { withHints } from '@/domain/manifest/issueHints';
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import { ENTITY_KINDS, type FailureState, type Plan } from '@/domain/vocabulary';
import type { RunSql } from '@/server/db/transaction';
import { tableOf } from '@/server/landscape/landscapeRows';
import { assertRoom } from '@/server/scenarios/mayKeep';
import { loadLandscape, loadNames, loadOwnership, type LoadedLandscape } from './knownLandscape';

/** For larger landscapes the impact is not calculated, because one request would need too much memory. */
export const MAXIMUM_IMPACT_COMPONENTS = 100_000;
/** From this many components on, a manifest may touch so much that all is loaded. */
const MANY_COMPONENTS = 1_000;

interface PlannedTenant {
  plan: Plan;
  /** The threshold for incidents. */
  downFrom: FailureState;
  currency: string;
  /** How many components it has. */
  live: number;
  /** Of the landscape. */
  version: number;
}

export async function loadTenant(run: RunSql, tenantId: string): Promise<PlannedTenant> {
  const [tenant] = await run<PlannedTenant>(
    `select t."plan"::text as plan, t."incidentThreshold"::text as "downFrom", t."currency", coalesce(c."live", 0) as live, coalesce(v."version", 0) as version from "tenant" t
     left join "component_counter" c on c."tenantId" = t."id" left join "landscape_version" v on v."tenantId" = t."id" where t."id" = $1::uuid`,
    [tenantId],
  );
  if (tenant === undefined) throw new AppError('not_found', 'There is no such tenant.');
  return tenant;
}

interface Touching {
  /** The manifest whose entities may be pruned; null without pruning. */
  owner: string | null;
  impact: boolean;
  live: number;
}

/** The whole landscape for an impact, or if the manifest declares or owns a large part of it, which is faster than by name. */
export async function loadTouched(
  run: RunSql,
  tenantId: string,
  stated: readonly Declaration[],
  { owner, impact, live }: Touching,
): Promise<{ loaded: LoadedLandscape; isWhole: boolean }> {
  const ownership = owner === null ? [] : await loadOwnership(run, tenantId, owner);
  const touched = Math.max(componentsIn(stated), componentsIn(ownership));
  const isWhole = live <= MAXIMUM_IMPACT_COMPONENTS && (impact || (touched > MANY_COMPONENTS && 3 * touched > live));
  return { loaded: await loadLandscape(run, tenantId, stated, { ownership, isWhole }), isWhole };
}

function componentsIn(rows: readonly { kind: ManifestKind }[]): number {
  return rows.reduce((count, { kind }) => count + (kind === 'component' ? 1 : 0), 0);
}

/** Throws if the plan has no room for the scenarios that come. */
export async function assertRoomForScenarios(run: RunSql, tenantId: string, changes: ManifestDiff['changes']): Promise<void> {
  const count = (op: 'create' | 'delete'): number => changes.filter((change) => change.kind === 'scenario' && change.op === op).length;
  const more = count('create') - count('delete');
  if (more <= 0) return;
  const [row] = await run<{ present: number }>(`select count(*)::int as present from "scenario" where "tenantId" = $1::uuid`, [tenantId]);
  assertRoom(row?.present ?? 0, more);
}

/** Adds suggestions for unknown names. The names in the landscape are read only if a suggestion is needed. */
export async function hinted(
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
export async function countEntities(run: RunSql, tenantId: string): Promise<number> {
  const counts = ENTITY_KINDS.map((kind) => `(select count(*) from "${tableOf(kind)}" where "tenantId" = $1::uuid)`);
  const [row] = await run<{ entities: number }>(`select (${counts.join(' + ')})::int as entities`, [tenantId]);
  return row?.entities ?? 0;
}
