/** Turns a plan into the answer, without what the reader may not see. */
import type { ManifestChange, ManifestConflict, ManifestImpact, ManifestPlan } from '@/contract/manifest/plan';
import type { Principal } from '@/domain/access';
import type { ChangeImpact, Difference, SinglePoint } from '@/domain/manifest/changeImpact';
import type { ScenarioImpact } from '@/domain/manifest/scenarioImpact';
import type {
  DeclaredShare,
  DeclaredValue,
  FieldChange,
  ManifestDiff,
  PlannedChange,
  StatementConflict,
} from '@/domain/manifest/declaration';
import { likelyRenames } from '@/domain/manifest/likelyRenames';
import type { Share, Value } from '@/domain/manifest/manifestFields';
import { impactOf } from './impactOf';
import { MAXIMUM_IMPACT_COMPONENTS } from './loadPlanned';
import type { ComparedManifest, ManifestRequest } from './planManifest';
import { warningsOf } from './readManifest';

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

export function summaryOf({ changes, unchanged }: ManifestDiff): ManifestPlan['summary'] {
  const count = (op: PlannedChange['op']): number => changes.reduce((sum, change) => sum + (change.op === op ? 1 : 0), 0);
  return { create: count('create'), update: count('update'), delete: count('delete'), unchanged };
}

/** The changes as a caller sees them. A caller who may not see revenue learns that it changes, but no values. */
export function visibleChanges(changes: readonly PlannedChange[], canSeeRevenue: boolean): ManifestChange[] {
  const likely = likelyRenames(changes);
  return changes.map((change) => visibleChange(change, likely.get(change), canSeeRevenue));
}

function visibleChange(change: PlannedChange, looksLikeRenameOf: string | undefined, canSeeRevenue: boolean): ManifestChange {
  const { op, kind, technicalName, renamedFrom, fields } = change;
  return {
    op,
    kind,
    technicalName,
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(looksLikeRenameOf === undefined ? {} : { looksLikeRenameOf }),
    fields: canSeeRevenue || kind !== 'segment' ? fields : fields.map(withoutRevenue),
  };
}

function withoutRevenue(change: FieldChange): ManifestChange['fields'][number] {
  if (change.field === 'annualRevenue') return { field: change.field, withheld: true };
  if (change.field !== 'capabilities') return change;
  return { field: change.field, from: capabilitiesOnly(change.from), to: capabilitiesOnly(change.to), withheld: true };
}

/** The conflicts as a caller sees them. A caller who may not see revenue learns that shares differ, but no values. */
export function visibleConflicts(conflicts: readonly StatementConflict[], canSeeRevenue: boolean): ManifestConflict[] {
  return conflicts.map(({ entityId: _, ...conflict }) => {
    if (canSeeRevenue || conflict.kind !== 'segment' || !REVENUE_FIELDS.has(conflict.field)) return conflict;
    const { theirs, ours, ...rest } = conflict;
    const told = conflict.field === 'capabilities' ? { theirs: capabilitiesOnly(theirs), ours: capabilitiesOnly(ours) } : {};
    return { ...rest, ...told, withheld: true };
  });
}

/** The impact as a caller sees it. A caller who may not see revenue learns what newly breaks, but not its cost. */
export function visibleImpact(impact: ChangeImpact & Partial<ScenarioImpact>, currency: string, canSeeRevenue: boolean): ManifestImpact {
  const { singlePointsOfFailure: points, scenarios } = impact;
  const visible = (some: Difference<SinglePoint>['added']) =>
    canSeeRevenue ? some : some.map((point) => ({ ...point, perHour: null, perHourChange: null }));
  return {
    ...impact,
    singlePointsOfFailure: { ...points, added: visible(points.added), removed: visible(points.removed) },
    ...(scenarios === undefined || canSeeRevenue ? {} : { scenarios: scenarios.map((one) => ({ ...one, expectedPerHour: null })) }),
    currency: canSeeRevenue ? currency : null,
    withheld: canSeeRevenue ? [] : ['perHour', 'perHourChange', ...(scenarios === undefined ? [] : ['expectedPerHour'])],
  };
}

const REVENUE_FIELDS: ReadonlySet<string> = new Set(['annualRevenue', 'capabilities']);

function capabilitiesOnly(value: Value | DeclaredValue): { capability: string }[] {
  return ((value ?? []) as readonly (Share | DeclaredShare)[]).map(({ capability }) => ({ capability }));
}
