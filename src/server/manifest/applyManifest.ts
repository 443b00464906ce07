/** Apply: does what the preview showed, in one transaction with exclusive access to the landscape, or refuses. */
import type { Manifest } from '@/contract/manifest/schema';
import { EXPORT_MANIFEST_NAME } from '@/domain/manifest/exportName';
import type { ManifestPlan } from '@/contract/manifest/plan';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import { countOf } from '@/plain/counts';
import { changeLandscape, type Actor, type Recorder } from '@/server/landscape/changeLandscape';
import type { TenantDb } from '@/server/db/tenantDb';
import { type Transaction, runWithin } from '@/server/db/transaction';
import { planForMany } from '@/server/landscape/planForMany';
import { assertMayAsk, assertMayPrune } from './mayAsk';
import { bodyOf } from './planBody';
import { compareManifest, type ComparedManifest, type ManifestRequest } from './planManifest';
import { visibleConflicts } from './planBody';
import { hasChange, recordOwnership, releaseOwnership } from './recordOwnership';
import { readManifest, refusedByLandscape } from './readManifest';
import { assumptionsJudge } from './wrongAssumptions';
import { writeChanges } from './writeChanges';

export interface ApplyRequest extends ManifestRequest {
  /** The digest of a preview. The result must still be the same. */
  digest?: string | undefined;
}

/** Who applies the manifest: a principal, or the system itself. */
export type Applier = Actor & Pick<Principal, 'canSeeRevenue'>;

const TIMEOUT_MS = 120_000;

class LandscapeIssues extends Error {
  constructor(readonly compared: ComparedManifest) {
    super('The manifest does not fit the landscape.');
  }
}

/**
 * Returns the body of the preview, with the landscape version after the apply. Throws what preview throws, 400 `manifest_needs_a_name` if
 * an export without a name would change something, and 409 `digest_mismatch`, `too_many_deletes`, `declared_elsewhere`, `in_use`, `plan_limit`.
 */
export async function applyManifest(tenant: TenantDb, applier: Applier, request: ApplyRequest): Promise<ManifestPlan> {
  const { source, prune } = request;
  const { canSeeRevenue } = applier;
  const manifest = await readManifest(tenant.tenantId, source, assumptionsJudge(tenant));
  assertMayAsk(manifest, prune, canSeeRevenue);
  const options = {
    isExclusive: true,
    timeoutMs: TIMEOUT_MS,
    origin: { manifest: manifest.name, prune },
    isChange: hasChange,
  };
  try {
    const { result, landscapeVersion } = await changeLandscape(
      tenant,
      applier,
      (tx, record, changeSetId) => applyWithin(tx, tenant.tenantId, manifest, request, canSeeRevenue, record, changeSetId),
      options,
    );
    const compared = { ...result, landscapeVersion: landscapeVersion ?? result.landscapeVersion };
    return await bodyOf(tenant.tenantId, applier, compared, request);
  } catch (error) {
    if (error instanceof LandscapeIssues) throw await refusedByLandscape(tenant.tenantId, source, error.compared.diff.issues);
    throw error;
  }
}

async function applyWithin(
  tx: Transaction,
  tenantId: string,
  manifest: Manifest,
  request: ApplyRequest,
  canSeeRevenue: boolean,
  record: Recorder,
  changeSetId: string,
): Promise<ComparedManifest> {
  const run = runWithin(tx);
  const compared = await compareManifest(run, tenantId, manifest, request);
  assertMayPrune(compared.diff, canSeeRevenue);
  assertCanApply(compared, request, canSeeRevenue);
  await planForMany(tx, compared.declarations.length + compared.diff.changes.length);
  const recording = { tx, tenantId, compared, changeSetId };
  await releaseOwnership(recording);
  const created = await writeChanges(tx, tenantId, compared.landscape, compared.diff.changes, { record, changeSetId });
  if (manifest.name !== EXPORT_MANIFEST_NAME) await recordOwnership(recording, created);
  return compared;
}

function assertCanApply(compared: ComparedManifest, { digest, takeOver }: ApplyRequest, canSeeRevenue: boolean): void {
  const { diff, planLimit, tooManyDeletes, conflicts } = compared;
  if (diff.issues.length > 0) throw new LandscapeIssues(compared);
  if (compared.manifest.name === EXPORT_MANIFEST_NAME && diff.changes.length > 0) throw needsAName(diff.changes.length);
  if (digest !== undefined && digest !== compared.digest)
    throw new AppError(
      'digest_mismatch',
      'The landscape or the manifest has changed since the preview, so the result would now differ. Preview again.',
      {
        facts: { digest: compared.digest },
      },
    );
  if (planLimit !== null) {
    const { plan, limit, components } = planLimit;
    throw new AppError(
      'plan_limit',
      `The landscape would hold ${components} components, but the ${plan} plan allows up to ${limit}. Declare fewer, or choose a larger plan.`,
      { facts: { plan, limit, components } },
    );
  }
  if (tooManyDeletes !== null) {
    const { deletes, entities, allowDelete } = tooManyDeletes;
    const allowed = allowDelete === null ? 'allowDelete is not set' : `allowDelete is ${allowDelete}`;
    throw new AppError(
      'too_many_deletes',
      `Pruning would delete ${deletes} of ${entities} entities, and ${allowed}. If that is intended, repeat with allowDelete=${deletes}.`,
      { facts: { deletes, entities, allowDelete } },
    );
  }
  const [conflict] = conflicts;
  if (conflict !== undefined && takeOver !== true) {
    const { manifest, kind, technicalName, field } = conflict;
    const others = conflicts.length === 1 ? '' : ` This is one of ${conflicts.length} such fields.`;
    throw new AppError(
      'declared_elsewhere',
      `The manifest ${manifest} states ${field} of the ${kind} ${technicalName} differently.${others} Remove it from one of the two, or repeat with takeOver=true.`,
      { facts: { conflicts: visibleConflicts(conflicts.slice(0, 100), canSeeRevenue), conflictsTotal: conflicts.length } },
    );
  }
  const [first] = diff.blocked;
  if (first !== undefined) {
    const needers = first.neededBy.slice(0, 3).map(({ kind, technicalName }) => `${kind} ${technicalName}`);
    throw new AppError(
      'in_use',
      `Pruning would delete the ${first.kind} ${first.technicalName}, which is still needed by ${needers.join(', ')}. Declare it again, or first change what needs it.`,
      {
        facts: { blocked: diff.blocked.slice(0, 100), blockedTotal: diff.blocked.length },
      },
    );
  }
}

function needsAName(changes: number): AppError {
  return new AppError(
    'manifest_needs_a_name',
    `A manifest named "${EXPORT_MANIFEST_NAME}" owns nothing, so its ${countOf(changes, 'change is', 'changes are')} not applied. Give it a name of its own: \`faultline export --name NAME\` writes one, or change \`name\` in the file.`,
    { issues: [{ path: 'name', message: `must be another name than "${EXPORT_MANIFEST_NAME}"` }] },
  );
}
