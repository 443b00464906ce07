/** Apply: does what preview showed, in one transaction that has the landscape to itself, or refuses. */
import { EXPORT_MANIFEST_NAME, type Manifest } from '@/contract/manifest/schema';
import type { ManifestPlan } from '@/contract/manifest/plan';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import { changeLandscape, type Actor, type ChangeRecord } from '../landscape/changeLandscape';
import { pipelinedStatements } from '@/server/pipelinedStatements';
import type { TenantDb, Transaction } from '../tenantDb';
import type { RunSql } from '@/server/landscape/landscapeRows';
import { assertMayAsk, assertMayPrune, bodyOf, compareManifest, type ComparedManifest, type ManifestRequest } from './planManifest';
import { readManifest, refusedByLandscape } from './readManifest';
import { assumptionsJudge } from './wrongAssumptions';
import { writeChanges, type CreatedIds } from './writeChanges';

export interface ApplyRequest extends ManifestRequest {
  /** Of a preview; the outcome must still be the same. */
  digest?: string | undefined;
}

/** Who applies: a principal, or the system itself. */
export type Applier = Actor & Pick<Principal, 'canSeeRevenue'>;

const TIMEOUT_MS = 120_000;

class LandscapeIssues extends Error {
  constructor(readonly compared: ComparedManifest) {
    super('The manifest does not fit the landscape.');
  }
}

/** The body of preview, with the landscape version afterwards. Throws what preview throws, and 409 `digest_mismatch`, `too_many_deletes`, `in_use`, `plan_limit`. */
export async function applyManifest(tenant: TenantDb, applier: Applier, request: ApplyRequest): Promise<ManifestPlan> {
  const { source, prune } = request;
  const { type, id, name, canSeeRevenue } = applier;
  const manifest = await readManifest(tenant.tenantId, source, assumptionsJudge(tenant));
  assertMayAsk(manifest, prune, canSeeRevenue);
  const options = { isExclusive: true, timeoutMs: TIMEOUT_MS, origin: { manifest: manifest.name, prune } };
  try {
    const { result, landscapeVersion } = await changeLandscape(
      tenant,
      { type, id, name },
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
  record: (change: ChangeRecord) => void,
  changeSetId: string,
): Promise<ComparedManifest> {
  const run: RunSql = <Row>(sql: string, parameters: readonly unknown[]) => tx.$queryRawUnsafe<Row[]>(sql, ...parameters);
  const compared = await compareManifest(run, tenantId, manifest, request);
  assertMayPrune(compared.diff, canSeeRevenue);
  assertCanApply(compared, request.digest);
  const created = await writeChanges(tx, tenantId, compared.landscape, compared.diff.changes, record);
  if (manifest.name !== EXPORT_MANIFEST_NAME) await recordOwnership(tx, tenantId, compared, created, changeSetId);
  return compared;
}

function assertCanApply(compared: ComparedManifest, digest: string | undefined): void {
  const { diff, planLimit, tooManyDeletes } = compared;
  if (diff.issues.length > 0) throw new LandscapeIssues(compared);
  if (digest !== undefined && digest !== compared.digest) {
    throw new AppError(
      'digest_mismatch',
      'The landscape or the manifest has changed since the preview: applying would now do something else. Preview it again.',
      {
        facts: { digest: compared.digest },
      },
    );
  }
  if (planLimit !== null) {
    const { plan, limit, components } = planLimit;
    throw new AppError(
      'plan_limit',
      `The landscape would hold ${components} components, but the plan ${plan} holds up to ${limit}. Declare fewer, or choose a larger plan.`,
      { facts: { plan, limit, components } },
    );
  }
  if (tooManyDeletes !== null) {
    const { deletes, entities, allowDelete } = tooManyDeletes;
    const allowed = allowDelete === null ? 'nothing allows that' : `allowDelete is ${allowDelete}`;
    throw new AppError(
      'too_many_deletes',
      `Pruning would delete ${deletes} of ${entities} entities, and ${allowed}. If it is meant, repeat with allowDelete=${deletes}.`,
      { facts: { deletes, entities, allowDelete } },
    );
  }
  const [first] = diff.blocked;
  if (first !== undefined) {
    const needers = first.neededBy.slice(0, 3).map(({ kind, technicalName }) => `${kind} ${technicalName}`);
    throw new AppError(
      'in_use',
      `Pruning would delete the ${first.kind} ${first.technicalName}, but ${needers.join(', ')} still needs it. Declare it again, or change what needs it first.`,
      {
        facts: { blocked: diff.blocked.slice(0, 100), blockedTotal: diff.blocked.length },
      },
    );
  }
}

/**
 * Who declares something owns it, with others if need be; what is pruned is owned no longer. Both are noted beside the change, if
 * there is one, so that an undo can give them back; what was created is not, since an undo takes the thing itself away.
 */
async function recordOwnership(
  tx: Transaction,
  tenantId: string,
  { manifest, declarations, landscape, diff }: ComparedManifest,
  created: CreatedIds,
  changeSetId: string,
): Promise<void> {
  const note = (isTaken: boolean): string =>
    `insert into "manifest_ownership_change" ("tenantId", "changeSetId", "kind", "entityId", "manifestName", "hasCreated", "isTaken")
     select "tenantId", $4::uuid, "kind", "entityId", "manifestName", "hasCreated", ${isTaken} from touched where $5::boolean${isTaken ? ' and not "hasCreated"' : ''}`;
  const hasChange = diff.changes.length > 0;
  const ahead = pipelinedStatements();
  for (let start = 0; start < declarations.length; start += 10_000) {
    const rows = declarations.slice(start, start + 10_000).map(({ kind, technicalName }) => {
      const createdId = created.get(kind)?.get(technicalName);
      return { kind, entityId: createdId ?? landscape.entities.get(kind)?.get(technicalName)?.id, hasCreated: createdId !== undefined };
    });
    const [kinds, ids, hasCreated] = [
      rows.map(({ kind }) => kind),
      rows.map(({ entityId }) => entityId),
      rows.map((row) => row.hasCreated),
    ];
    await ahead.start(() =>
      tx.$executeRawUnsafe(
        `with touched as (
           insert into "manifest_ownership" ("tenantId", "manifestName", "kind", "entityId", "hasCreated")
           select $1::uuid, $2, * from unnest($3::text[], $6::uuid[], $7::boolean[]) on conflict do nothing returning *)
         ${note(true)}`,
        tenantId,
        manifest.name,
        kinds,
        changeSetId,
        hasChange,
        ids,
        hasCreated,
      ),
    );
  }
  await ahead.finish();
  const released = new Map<ManifestKind, string[]>();
  for (const { kind, technicalName } of diff.released) {
    const id = landscape.entities.get(kind)?.get(technicalName)?.id;
    if (id === undefined) continue;
    const ids = released.get(kind);
    if (ids === undefined) released.set(kind, [id]);
    else ids.push(id);
  }
  for (const [kind, ids] of released) {
    // Whoever declares it last takes it away: those who stay stand in for the one that created it. Noted as taken and created, which nothing else is.
    await tx.$executeRawUnsafe(
      `with heirs as (
       update "manifest_ownership" o set "hasCreated" = true from "manifest_ownership" own
       where own."tenantId" = $1::uuid and own."manifestName" = $2 and own."kind" = $4 and own."entityId" = any($3::uuid[]) and own."hasCreated"
         and o."tenantId" = own."tenantId" and o."kind" = own."kind" and o."entityId" = own."entityId" and o."manifestName" <> own."manifestName" and not o."hasCreated"
       returning o."tenantId", o."kind", o."entityId", o."manifestName")
       insert into "manifest_ownership_change" ("tenantId", "changeSetId", "kind", "entityId", "manifestName", "hasCreated", "isTaken")
       select "tenantId", $5::uuid, "kind", "entityId", "manifestName", true, true from heirs where $6::boolean`,
      tenantId,
      manifest.name,
      ids,
      kind,
      changeSetId,
      hasChange,
    );
    await tx.$executeRawUnsafe(
      `with touched as (
         delete from "manifest_ownership" where "tenantId" = $1::uuid and "manifestName" = $2 and "entityId" = any($3::uuid[]) and "kind" = $6 returning *)
       ${note(false)}`,
      tenantId,
      manifest.name,
      ids,
      changeSetId,
      hasChange,
      kind,
    );
  }
}
