/** Changes to many entities of one kind: one transaction, one change set, and every mistake listed under its item's position. */
import {
  bulkChangeOf,
  type BulkChange,
  type BulkDeleteInput,
  type BulkDeleteResult,
  type BulkUpdateInput,
  type BulkUpdateResult,
} from '@/contract/bulk';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { Principal } from '@/domain/access';
import { AppError, type Issue } from '@/domain/errors';
import type { EntityKind } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { changeLandscape, type ChangeRecord } from './changeLandscape';
import { deleteRows } from './deleteEntity';
import { lockDependency, patchDependency, removeDependencies } from './dependencies';
import type { LabelledDependency } from './dependencyRows';
import { lockRow, patchRow } from './entities';
import { entityFromRow, type EntityRow } from './entityTables';
import { assertRedundancyHolds } from './redundancy';
import { assertMayWriteRevenue, keepingRevenue } from './revenue';

const TIMEOUT_MS = 120_000;
const MOST_ISSUES = 100;

type Fields = Record<string, unknown>;
type Note = (change: ChangeRecord) => void;

/**
 * Returns which changed and which already matched. Throws 400 with issues `ids[n]…` for everything impossible, and then changes nothing.
 */
export async function updateMany(tenant: TenantDb, principal: Principal, input: BulkUpdateInput): Promise<BulkUpdateResult> {
  const change = bulkChangeOf(input);
  if (change.kind !== 'dependency') assertMayWriteRevenue(change.kind, change.set, principal.canSeeRevenue);
  const { result, changeSetId } = await changeLandscape(
    tenant,
    principal,
    async (tx, record, ownChangeSetId) => {
      const changed = new Set<string>();
      const note: Note = (made) => {
        changed.add(made.entityId);
        record(made);
      };
      await eachOf(input.ids, (id) => updateOne(tx, tenant.tenantId, principal, change, id, { record: note, changeSetId: ownChangeSetId }));
      // Only now do all dependencies of a group state the same minimum.
      if (change.kind === 'dependency')
        await eachOf(input.ids, async (id) => assertRedundancyHolds(tx, tenant.tenantId, await lockDependency(tx, tenant.tenantId, id)));
      return { changed: input.ids.filter((id) => changed.has(id)), unchanged: input.ids.filter((id) => !changed.has(id)) };
    },
    { isExclusive: true, timeoutMs: TIMEOUT_MS },
  );
  return { changeSetId, ...result };
}

/**
 * Returns what was deleted and what lost a link. Throws as `updateMany` does, and 409 `in_use` with `neededBy`, which does not list what is
 * deleted at the same time.
 */
export async function deleteMany(
  tenant: TenantDb,
  principal: Principal,
  { kind, ids, cascade = false }: BulkDeleteInput,
): Promise<BulkDeleteResult> {
  const { result, changeSetId } = await changeLandscape(
    tenant,
    principal,
    async (tx, record, ownId) => {
      if (kind === 'dependency') {
        const dependencies: LabelledDependency[] = [];
        await eachOf(ids, async (id) => void dependencies.push(await lockDependency(tx, tenant.tenantId, id)));
        return removeDependencies(tx, tenant.tenantId, dependencies, record, ownId);
      }
      const rows: EntityRow[] = [];
      await eachOf(ids, async (id) => void rows.push(await lockRow(tx, tenant.tenantId, kind, id)));
      return deleteRows(tx, tenant.tenantId, kind, rows, cascade, keepingRevenue(record, principal.canSeeRevenue), ownId);
    },
    { isExclusive: true, timeoutMs: TIMEOUT_MS },
  );
  return { changeSetId, ...result };
}

/** Each id once, in order. A refusal does not stop the others from being checked, so that all mistakes are reported at once. */
async function eachOf(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const issues: Issue[] = [];
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) < index) continue;
    try {
      await work(id);
    } catch (error) {
      if (!(error instanceof AppError) || !['invalid_input', 'not_found', 'duplicate'].includes(error.code)) throw error;
      const own = error.issues ?? [];
      if (own.length === 0) issues.push({ path: `ids[${index}]`, message: error.message });
      for (const { path, message } of own) issues.push({ path: `ids[${index}].${path}`, message });
    }
    if (issues.length >= MOST_ISSUES) break;
  }
  if (issues.length === 0) return;
  throw new AppError(
    'invalid_input',
    `Nothing was changed: ${issues
      .slice(0, 3)
      .map(({ path, message }) => `${path}: ${message}`)
      .join('; ')}`,
    { issues },
  );
}

async function updateOne(
  tx: Transaction,
  tenantId: string,
  principal: Principal,
  change: BulkChange,
  id: string,
  noting: { record: Note; changeSetId: string },
): Promise<void> {
  const { kind, set } = change;
  if (kind === 'dependency') {
    await patchDependency(tx, tenantId, await lockDependency(tx, tenantId, id), set, noting.record, () => Promise.resolve());
    return;
  }
  const row = await lockRow(tx, tenantId, kind, id);
  await patchRow(tx, tenantId, principal, kind, row, { ...set, ...relinked(kind, entityFromRow(kind, row), change) }, noting);
}

/** The new lists of links; links that stay keep their own fields. */
function relinked(kind: EntityKind, entity: Fields, { add, remove }: BulkChange): Fields {
  const fields: Fields = {};
  for (const field of new Set([...Object.keys(add), ...Object.keys(remove)])) {
    const rowKey = ENTITY_REGISTRY[kind].links.find((link: { field: string }) => link.field === field)?.rowKey;
    const idOf = (item: unknown): string => (rowKey === undefined ? String(item) : String((item as Fields)[rowKey]));
    const kept = (entity[field] as unknown[]).filter((item) => remove[field]?.includes(idOf(item)) !== true);
    const held = new Set(kept.map(idOf));
    const added = [...new Set(add[field] ?? [])].filter((id) => !held.has(id));
    fields[field] = [...kept, ...added.map((id) => (rowKey === undefined ? id : { [rowKey]: id, revenueShare: null }))];
  }
  return fields;
}
