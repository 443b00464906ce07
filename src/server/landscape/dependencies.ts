/** Dependencies: the directed edges between components. */
import { randomUUID } from 'node:crypto';
import type { Dependency, DependencyCreate, DependencyListInput, DependencyPatch } from '@/contract/dependency';
import type { DeleteResult } from '@/contract/entityKinds';
import { assertIfMatch, entityTag } from '@/contract/etag';
import type { Page } from '@/contract/lists';
import type { Principal } from '@/domain/access';
import { AppError, type Issue } from '@/domain/errors';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { makeChange, type Recorder } from './changeLandscape';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { readDependency, readDependencyPage } from './dependencyReads';
import {
  dependencyLabel,
  loadDependencies,
  namedDependency,
  recordDependency,
  withoutLabel,
  type LabelledDependency,
} from './dependencyRows';
import { positionOf, sortKeys } from '@/server/lists/keyset';
import { forgetOwnership } from './ownership';
import { assertRedundancyHolds, clampRedundancyMinimums } from './redundancy';

interface Ends {
  sourceOrdinal: number;
  targetOrdinal: number;
  label: (type: Dependency['dependencyType']) => string;
}

/** Creates a dependency. Throws 400 for unknown or equal ends and broken groups, 409 `duplicate`. */
export async function createDependency(tenant: TenantDb, principal: Principal, input: DependencyCreate): Promise<Dependency> {
  return makeChange(tenant, principal, { isExclusive: input.redundancyGroup != null }, async (tx, record) => {
    const ends = await findEnds(tx, tenant.tenantId, input);
    await assertNotThereYet(tx, tenant.tenantId, { ...input, id: null }, ends);
    await assertRedundancyHolds(tx, tenant.tenantId, {
      ...input,
      id: null,
      redundancyGroup: input.redundancyGroup ?? null,
      redundancyMinimum: input.redundancyMinimum ?? 1,
    });
    const id = randomUUID();
    const { sourceOrdinal, targetOrdinal } = ends;
    await tx.dependency.create({ data: { ...input, tenantId: tenant.tenantId, id, sourceOrdinal, targetOrdinal } });
    const created = await findDependency(tx, tenant.tenantId, id);
    recordDependency(record, null, created);
    return withoutLabel(created);
  });
}

/** Throws `not_found`. */
export async function getDependency(tenant: TenantDb, id: string): Promise<Dependency> {
  const dependency = await readDependency(tenant, id);
  if (dependency === null) throw noSuchDependency(id);
  return dependency;
}

const SORTS = { id: ['id'], source: ['source', 'technicalName'], target: ['target', 'technicalName'], updatedAt: ['updatedAt'] };

/** A page in the order of `sort`, default by id. `search` matches the names of both ends. */
export async function listDependencies(tenant: TenantDb, query: DependencyListInput): Promise<Page<Dependency>> {
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId: tenant.tenantId, list: 'dependency by keys', filters };
  const after = decodeCursor(scope, cursor);
  const { sort = 'id', ...conditions } = filters;
  const keys = sortKeys(sort, SORTS, /source|target/.test(sort) ? [SORTS.source, SORTS.target, SORTS.id] : [SORTS.id]);
  const position = after === null ? null : (JSON.parse(after) as string[]);
  const { rows, counted } = await readDependencyPage(tenant, { limit, keys, after: position, filters: conditions });
  return pageFrom(
    scope,
    rows,
    limit,
    counted,
    (row) => positionOf(keys, row),
    ({ source: _source, target: _target, ...dependency }) => dependency,
  );
}

/** Returns the dependency after the change, which may also change its ends. */
export async function updateDependency(
  tenant: TenantDb,
  principal: Principal,
  id: string,
  patch: DependencyPatch,
  ifMatch: string | null,
): Promise<Dependency> {
  return makeChange(tenant, principal, { isExclusive: true }, async (tx, record) => {
    const before = await lockDependency(tx, tenant.tenantId, id);
    assertIfMatch(ifMatch, entityTag(before.version, principal.canSeeRevenue));
    return patchDependency(tx, tenant.tenantId, before, patch, record);
  });
}

/**
 * Changes a dependency that the transaction has locked, and records it if anything differs. `assertGroup` checks its redundancy group; if
 * you change several of one group, check once at the end.
 */
export async function patchDependency(
  tx: Transaction,
  tenantId: string,
  before: LabelledDependency,
  patch: DependencyPatch,
  record: Recorder,
  assertGroup = assertRedundancyHolds,
): Promise<Dependency> {
  const { id } = before;
  const stated = Object.entries(patch).filter(([, value]) => value !== undefined);
  const isSame = stated.every(([field, value]) => value === before[field as keyof Dependency]);
  const wanted = { ...before, ...Object.fromEntries(stated) } as LabelledDependency;
  const ends = await findEnds(tx, tenantId, wanted);
  if (isSame) return withoutLabel(before);
  await assertNotThereYet(tx, tenantId, wanted, ends);
  await assertGroup(tx, tenantId, wanted);
  const { sourceOrdinal, targetOrdinal } = ends;
  await tx.dependency.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...Object.fromEntries(stated), sourceOrdinal, targetOrdinal, version: { increment: 1 }, updatedAt: new Date() },
  });
  const after = await findDependency(tx, tenantId, id);
  recordDependency(record, before, after);
  const hasLeftGroup =
    before.redundancyGroup !== after.redundancyGroup ||
    before.sourceComponentId !== after.sourceComponentId ||
    before.targetComponentId !== after.targetComponentId;
  if (hasLeftGroup) await clampRedundancyMinimums(tx, tenantId, [before], record);
  return withoutLabel(after);
}

/** Deletes it, and lowers minimums that its redundancy group can no longer reach. Throws `not_found` or `precondition_failed`. */
export async function deleteDependency(tenant: TenantDb, principal: Principal, id: string, ifMatch: string | null): Promise<DeleteResult> {
  return makeChange(tenant, principal, { isExclusive: true }, async (tx, record, changeSetId) => {
    const before = await lockDependency(tx, tenant.tenantId, id);
    assertIfMatch(ifMatch, entityTag(before.version, principal.canSeeRevenue));
    return removeDependencies(tx, tenant.tenantId, [before], record, changeSetId);
  });
}

/** Deletes dependencies that the transaction has locked. */
export async function removeDependencies(
  tx: Transaction,
  tenantId: string,
  doomed: readonly LabelledDependency[],
  record: Recorder,
  changeSetId: string,
): Promise<DeleteResult> {
  await deleteLocked(tx, tenantId, doomed, record, changeSetId);
  const unlinked = await clampRedundancyMinimums(tx, tenantId, doomed, record);
  return { deleted: doomed.map(namedDependency), unlinked };
}

/** The same, but leaves the minimums of their redundancy groups as they are. */
export async function deleteLocked(
  tx: Transaction,
  tenantId: string,
  doomed: readonly LabelledDependency[],
  record: Recorder,
  changeSetId: string,
): Promise<void> {
  const ids = doomed.map(({ id }) => id);
  await tx.dependency.deleteMany({ where: { tenantId, id: { in: ids } } });
  await forgetOwnership(tx, tenantId, changeSetId, 'dependency', ids);
  for (const dependency of doomed) recordDependency(record, dependency, null);
}

async function findDependency(tx: Transaction, tenantId: string, id: string): Promise<LabelledDependency> {
  const [dependency] = await loadDependencies(tx, { tenantId, id });
  if (dependency === undefined) throw noSuchDependency(id);
  return dependency;
}

function noSuchDependency(id: string): AppError {
  return new AppError('not_found', `There is no dependency with the id ${id}.`);
}

/** Returns the dependency, locked for the rest of the transaction. Throws 404. */
export async function lockDependency(tx: Transaction, tenantId: string, id: string): Promise<LabelledDependency> {
  await tx.$queryRaw`select 1 from "dependency" where "tenantId" = ${tenantId}::uuid and "id" = ${id}::uuid for update`;
  return findDependency(tx, tenantId, id);
}

async function findEnds(tx: Transaction, tenantId: string, edge: { sourceComponentId: string; targetComponentId: string }): Promise<Ends> {
  const found = await tx.component.findMany({
    where: { tenantId, id: { in: [edge.sourceComponentId, edge.targetComponentId] } },
    select: { id: true, ordinal: true, technicalName: true },
  });
  const source = found.find(({ id }) => id === edge.sourceComponentId);
  const target = found.find(({ id }) => id === edge.targetComponentId);
  const issues: Issue[] = [];
  if (source === undefined) issues.push({ path: 'sourceComponentId', message: 'no component has this id' });
  if (target === undefined) issues.push({ path: 'targetComponentId', message: 'no component has this id' });
  if (edge.sourceComponentId === edge.targetComponentId)
    issues.push({ path: 'targetComponentId', message: 'must be a component other than the source' });
  if (source === undefined || target === undefined || issues.length > 0)
    throw new AppError('invalid_input', issues.map((issue) => `${issue.path}: ${issue.message}`).join('; '), { issues });
  return {
    sourceOrdinal: source.ordinal,
    targetOrdinal: target.ordinal,
    label: (type) => dependencyLabel(source.technicalName, target.technicalName, type),
  };
}

async function assertNotThereYet(
  tx: Transaction,
  tenantId: string,
  edge: { id: string | null; sourceComponentId: string; targetComponentId: string; dependencyType: Dependency['dependencyType'] },
  ends: Ends,
): Promise<void> {
  const { sourceComponentId, targetComponentId, dependencyType } = edge;
  const other = await tx.dependency.findFirst({
    where: { tenantId, sourceComponentId, targetComponentId, dependencyType },
    select: { id: true },
  });
  if (other === null || other.id === edge.id) return;
  throw new AppError('duplicate', `The dependency ${ends.label(dependencyType)} already exists. Change that one instead.`, {
    facts: { existingId: other.id },
  });
}
