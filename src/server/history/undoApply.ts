/**
 * Undoes one change set (an applied manifest, or changes by hand) with a new change that restores whatever no later change prevents, and
 * lists the rest.
 */
import type { ChangeUndoResult, UndoResult } from '@/contract/manifest/applies';
import { PLAN_LIMITS, type Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import { planUndo, type UndoPlan, type UndoStep } from '@/domain/history/undoPlan';
import type { DoneChange } from '@/domain/history/undoneFields';
import type { Plan } from '@/domain/vocabulary';
import { changeLandscape, opOf } from '@/server/landscape/changeLandscape';
import { fieldChanges } from '@/server/landscape/fieldChanges';
import { planForMany } from '@/server/landscape/planForMany';
import { runOn, runWithin, type RunSql } from '@/server/db/transaction';
import type { TenantDb } from '@/server/db/tenantDb';
import { FIELDS_TAKEN } from './listApplies';
import { loadChanges, loadUndoLandscape } from './undoLandscape';
import { inSteps, yieldToEventLoop } from '@/server/yieldToEventLoop';
import { restoreFormerNames } from '@/server/landscape/formerNames';
import { restoreOwnership, writeSteps } from './writeSteps';
import { read } from '@/server/db/read';

const TIMEOUT_MS = 120_000;

interface Undo<Manifest extends string | null> extends UndoPlan {
  manifest: Manifest;
  planLimit: UndoResult['planLimit'];
  landscapeVersion: number;
  /** Fields that belong again to the manifests that had stated them. */
  givenBack: number;
}

type FindManifest<Manifest extends string | null> = (run: RunSql, tenantId: string, changeSetId: string) => Promise<Manifest>;

/** Throws 404 if it is no apply, 403 `revenue_forbidden`, 409 `conflict` if it was already undone, and `plan_limit`. */
export async function undoApply(tenant: TenantDb, principal: Principal, changeSetId: string): Promise<UndoResult> {
  return undo(tenant, principal, changeSetId, findApply);
}

/** The same for any change set that changed the landscape. */
export async function undoChangeSet(tenant: TenantDb, principal: Principal, changeSetId: string): Promise<ChangeUndoResult> {
  return undo(tenant, principal, changeSetId, findChangeSet);
}

async function undo<Manifest extends string | null>(
  tenant: TenantDb,
  principal: Principal,
  changeSetId: string,
  find: FindManifest<Manifest>,
): Promise<Omit<UndoResult, 'manifest'> & { manifest: Manifest }> {
  const { tenantId } = tenant;
  const {
    result,
    changeSetId: made,
    landscapeVersion,
  } = await changeLandscape(
    tenant,
    principal,
    async (tx, record) => {
      const run = runWithin(tx);
      const plan = await workOut(run, tenantId, principal, changeSetId, find);
      await planForMany(tx, plan.steps.length);
      await writeSteps(tx, tenantId, plan.manifest, plan.steps, record);
      if (isWorthIt(plan)) {
        await restoreOwnership(tx, tenantId, changeSetId);
        await restoreFormerNames(tx, tenantId, changeSetId);
      }
      return plan;
    },
    { isExclusive: true, timeoutMs: TIMEOUT_MS, origin: { undoOf: changeSetId }, isChange: isWorthIt },
  );
  return bodyOf(
    changeSetId,
    { ...result, planLimit: null, landscapeVersion: landscapeVersion ?? result.landscapeVersion },
    principal,
    made,
    false,
  );
}

/** If nothing that an apply changed can be restored, it also keeps what it took over. */
function isWorthIt({ steps, givenBack }: Pick<Undo<string | null>, 'steps' | 'givenBack'>): boolean {
  return steps.length > 0 || givenBack > 0;
}

/** What an undo would do now; changes nothing. Throws like the undo, but returns `planLimit` instead of throwing it. */
export async function previewUndo(tenant: TenantDb, principal: Principal, changeSetId: string): Promise<UndoResult> {
  const plan = await read.onConnection(tenant, (client) => {
    const run = runOn(client);
    return workOut(run, tenant.tenantId, principal, changeSetId, findApply);
  });
  return bodyOf(changeSetId, plan, principal, null, true);
}

async function workOut<Manifest extends string | null>(
  run: RunSql,
  tenantId: string,
  principal: Principal,
  changeSetId: string,
  find: FindManifest<Manifest>,
): Promise<Undo<Manifest>> {
  const manifest = await find(run, tenantId, changeSetId);
  const changes = await loadChanges(run, tenantId, changeSetId);
  if (!principal.canSeeRevenue && changes.some(touchesRevenue))
    throw new AppError(
      'revenue_forbidden',
      'This change included revenue (annualRevenue, revenueShare). To undo it, you need a plan with revenue and the right to see it (canSeeRevenue of the key, or a role in revenueVisibleTo).',
    );
  const plan = await inSteps(planUndo(changes, await loadUndoLandscape(run, tenantId, manifest, changes)));
  const [tenant] = await run<{ plan: Plan; live: number; version: number }>(
    `select t."plan"::text as plan, c."live", v."version" from "tenant" t
     join "component_counter" c on c."tenantId" = t."id" join "landscape_version" v on v."tenantId" = t."id" where t."id" = $1::uuid`,
    [tenantId],
  );
  if (tenant === undefined) throw new AppError('not_found', 'There is no such tenant.');
  const isRestored = plan.steps.length > 0 || changes.length === 0;
  return {
    ...plan,
    manifest,
    planLimit: limitExceeded(plan.steps, tenant.plan, tenant.live),
    landscapeVersion: tenant.version,
    givenBack: isRestored && manifest !== null ? await countGivenBack(run, tenantId, changeSetId, manifest) : 0,
  };
}

/** Counted as `restoreOwnership` does: whatever was stated later stays. */
async function countGivenBack(run: RunSql, tenantId: string, changeSetId: string, manifest: string): Promise<number> {
  const [row] = await run<{ fields: number }>(
    `select coalesce(sum(${FIELDS_TAKEN}), 0)::int as fields from "manifest_ownership_change" c
     join "manifest_ownership" o using ("tenantId", "manifestName", "kind", "entityId")
     where c."tenantId" = $1::uuid and c."changeSetId" = $2::uuid and c."statedAfter" is not null and c."manifestName" <> $3 and o."stated" = c."statedAfter"`,
    [tenantId, changeSetId, manifest],
  );
  return row?.fields ?? 0;
}

/** The manifest that was applied. */
async function findApply(run: RunSql, tenantId: string, changeSetId: string): Promise<string> {
  const manifest = await findUndoable(run, tenantId, changeSetId);
  if (manifest === undefined || manifest === null)
    throw new AppError('not_found', `There is no apply with the id ${changeSetId}. GET /manifest/applies lists them.`);
  return manifest;
}

/** The manifest that was applied; null if the change was made by hand. */
async function findChangeSet(run: RunSql, tenantId: string, changeSetId: string): Promise<string | null> {
  const manifest = await findUndoable(run, tenantId, changeSetId);
  if (manifest === undefined) throw new AppError('not_found', `There is no change with the id ${changeSetId}. GET /changes lists them.`);
  return manifest;
}

/** The manifest of a change set, null without one; undefined if there is no such change to the landscape. Throws 409 if it was undone. */
async function findUndoable(run: RunSql, tenantId: string, changeSetId: string): Promise<string | null | undefined> {
  const [found] = await run<{ manifest: string | null; undoneBy: string | null }>(
    `select s."origin"->>'manifest' as manifest,
       (select u."id"::text from "change_set" u where u."tenantId" = $1::uuid and u."position" > s."position" and u."origin"->>'undoOf' = $2::text limit 1) as "undoneBy"
     from "change_set" s where s."tenantId" = $1::uuid and s."id" = $2::uuid and s."version" is not null`,
    [tenantId, changeSetId],
  );
  if (found !== undefined && found.undoneBy !== null)
    throw new AppError('conflict', 'This change is already undone. Anything that could not be restored then must be restored by hand.', {
      facts: { undoneBy: found.undoneBy },
    });
  return found?.manifest;
}

function touchesRevenue({ kind, before, after }: DoneChange): boolean {
  return kind === 'segment' && fieldChanges(kind, before, after, false).some(({ withheld }) => withheld === true);
}

function limitExceeded(steps: readonly UndoStep[], plan: Plan, live: number): UndoResult['planLimit'] {
  const count = (op: UndoStep['op']): number => steps.filter((step) => step.op === op && step.change.kind === 'component').length;
  const components = live - count('delete') + count('create');
  const limit = PLAN_LIMITS[plan].components;
  return count('create') > 0 && components > limit ? { plan, limit, components } : null;
}

async function bodyOf<Manifest extends string | null>(
  undoOf: string,
  { manifest, steps, notRestored, planLimit, landscapeVersion, givenBack }: Undo<Manifest>,
  principal: Principal,
  changeSetId: string | null,
  isPreview: boolean,
): Promise<Omit<UndoResult, 'manifest'> & { manifest: Manifest }> {
  const count = (op: UndoStep['op']): number => steps.filter((step) => step.op === op).length;
  return {
    undoOf,
    manifest,
    isPreview,
    changeSetId,
    summary: { create: count('create'), update: count('update'), delete: count('delete'), notRestored: notRestored.length },
    givenBack,
    changes: await changesOf(steps, principal.canSeeRevenue),
    notRestored: notRestored.map(({ change: { kind, id, technicalName, before, after }, field, reason, message }) => ({
      op: opOf(before, after),
      kind,
      id,
      technicalName,
      field,
      reason,
      message,
    })),
    planLimit,
    landscapeVersion,
  };
}

async function changesOf(steps: readonly UndoStep[], canSeeRevenue: boolean): Promise<UndoResult['changes']> {
  const changes: UndoResult['changes'] = [];
  for (const { op, change, before, after } of steps) {
    const { kind, id, technicalName } = change;
    changes.push({ op, kind, id, technicalName, fields: fieldChanges(kind, before, after, canSeeRevenue) });
    // Lets others run while a large answer is written.
    if (changes.length % 2_000 === 0) await yieldToEventLoop();
  }
  return changes;
}
