/**
 * Deletion. Whatever others need is refused, with a list of what needs it. With cascade, only contained entities are deleted too;
 * references to them are unlinked. Everything deleted or unlinked is recorded.
 */
import { ENTITY_REGISTRY, type DeleteResult } from '@/contract/entityKinds';
import { assertIfMatch, entityTag } from '@/contract/etag';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { EntityKind } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { makeChange, type Recorder } from './changeLandscape';
import { releaseComponents } from './componentCounter';
import { loadDependencies, namedDependency, type LabelledDependency } from './dependencyRows';
import { deleteLocked } from './dependencies';
import { lockRow } from './entities';
import { ENTITY_TABLES, PARENT_COLUMNS, entityFromRow, includeOf, linksTo, modelOf, type EntityRow } from './entityTables';
import { forgetOwnership } from './ownership';
import { clampRedundancyMinimums } from './redundancy';
import { keepingRevenue } from './revenue';

interface Doomed {
  /** In the order of deletion: contained entities first. */
  entities: { kind: EntityKind; rows: EntityRow[] }[];
  dependencies: LabelledDependency[];
}

interface Need {
  kind: string;
  id: string;
  technicalName: string;
}

/**
 * Returns what was deleted and what lost a link. Throws 404, 412, `revenue_forbidden` if revenue would be deleted too, and 409 `in_use`
 * with `neededBy`.
 */
export async function deleteEntity(
  tenant: TenantDb,
  principal: Principal,
  kind: EntityKind,
  reference: string,
  cascade: boolean,
  ifMatch: string | null,
): Promise<DeleteResult> {
  return makeChange(tenant, principal, { isExclusive: true, timeoutMs: 120_000 }, async (tx, record, changeSetId) => {
    const row = await lockRow(tx, tenant.tenantId, kind, reference);
    assertIfMatch(ifMatch, entityTag(row.version, principal.canSeeRevenue));
    return deleteRows(tx, tenant.tenantId, kind, [row], cascade, keepingRevenue(record, principal.canSeeRevenue), changeSetId);
  });
}

/** Deletes rows that the transaction has locked, with their content if `cascade` is set. Throws 409 `in_use`. */
export async function deleteRows(
  tx: Transaction,
  tenantId: string,
  kind: EntityKind,
  rows: readonly EntityRow[],
  cascade: boolean,
  record: Recorder,
  changeSetId: string,
): Promise<DeleteResult> {
  const doomed = await findContained(tx, tenantId, kind, rows);
  const referring = await findReferring(tx, tenantId, doomed);
  if (!cascade) assertNotNeeded(kind, rows, doomed, referring);
  const unlinked = await unlink(tx, tenantId, referring, record);
  await remove(tx, tenantId, doomed, record, changeSetId);
  const clamped = await clampRedundancyMinimums(tx, tenantId, doomed.dependencies, record);
  return { deleted: deletedOf(doomed), unlinked: [...unlinked, ...clamped] };
}

async function findContained(tx: Transaction, tenantId: string, kind: EntityKind, roots: readonly EntityRow[]): Promise<Doomed> {
  const levels: { kind: EntityKind; rows: EntityRow[] }[] = [{ kind, rows: [...roots] }];
  for (let level = levels[0]; level !== undefined; level = levels.at(-1)) {
    const ids = level.rows.map(({ id }) => id);
    const child = PARENT_COLUMNS.find(({ target }) => target === level?.kind);
    if (child === undefined) break;
    const rows = await modelOf(tx, child.kind).findMany({
      where: { tenantId, [child.column]: { in: ids } },
      orderBy: { technicalName: 'asc' },
      ...includeOf(child.kind),
    });
    if (rows.length === 0) break;
    // Something that is named and also lies below another named entity is deleted with the lower level, so nothing is deleted before its
    // content.
    const below = new Set(rows.map(({ id }) => id));
    for (const above of levels) above.rows = above.rows.filter(({ id }) => !below.has(id));
    levels.push({ kind: child.kind, rows });
  }
  const componentIds = levels.filter((level) => level.kind === 'component').flatMap((level) => level.rows.map(({ id }) => id));
  const dependencies =
    componentIds.length === 0
      ? []
      : await loadDependencies(tx, {
          tenantId,
          OR: [{ sourceComponentId: { in: componentIds } }, { targetComponentId: { in: componentIds } }],
        });
  return { entities: levels.reverse(), dependencies };
}

interface Referring {
  kind: EntityKind;
  field: string;
  row: EntityRow;
  /** The link rows to delete. */
  table: string;
  ownColumn: string;
  column: string;
  targetIds: string[];
}

/** Entities outside the deletion that refer into it. */
async function findReferring(tx: Transaction, tenantId: string, doomed: Doomed): Promise<Referring[]> {
  const referring: Referring[] = [];
  const leaving = new Set(doomed.entities.flatMap(({ rows }) => rows.map(({ id }) => id)));
  for (const { kind: target, rows } of doomed.entities) {
    const targetIds = rows.map(({ id }) => id);
    for (const { kind, link } of linksTo(target)) {
      const found = await modelOf(tx, kind).findMany({
        where: { tenantId, [link.relation]: { some: { [link.column]: { in: targetIds } } } },
        orderBy: { technicalName: 'asc' },
        ...includeOf(kind),
      });
      for (const row of found) {
        if (leaving.has(row.id)) continue;
        referring.push({ kind, field: link.field, row, table: link.table, ownColumn: link.ownColumn, column: link.column, targetIds });
      }
    }
  }
  return referring;
}

function assertNotNeeded(kind: EntityKind, rows: readonly EntityRow[], doomed: Doomed, referring: readonly Referring[]): void {
  const roots = new Set(rows.map(({ id }) => id));
  const needs = deletedOf(doomed).filter(({ id }) => !roots.has(id));
  needs.push(...referring.map((item) => ({ kind: item.kind, id: item.row.id, technicalName: item.row.technicalName })));
  if (needs.length === 0) return;
  const shown = needs.slice(0, 100);
  const names = shown.slice(0, 5).map((need) => `${need.kind} ${need.technicalName}`);
  const more = needs.length > names.length ? ` and ${needs.length - names.length} more` : '';
  const { singular, plural } = ENTITY_REGISTRY[kind];
  const what = rows.length === 1 ? `The ${singular} ${rows[0]?.technicalName ?? ''} is` : `These ${rows.length} ${plural} are`;
  throw new AppError(
    'in_use',
    `${what} needed by ${names.join(', ')}${more}. Delete or unlink them first, or use cascade=true, which deletes what is contained and unlinks the rest.`,
    { facts: { neededBy: shown, neededByTotal: needs.length } },
  );
}

async function unlink(
  tx: Transaction,
  tenantId: string,
  referring: readonly Referring[],
  record: Recorder,
): Promise<DeleteResult['unlinked']> {
  const unlinked: DeleteResult['unlinked'] = [];
  const touched = new Map<string, { kind: EntityKind; before: EntityRow }>();
  for (const item of referring) {
    await tx.$executeRawUnsafe(
      `delete from "${item.table}" where "tenantId" = $1::uuid and "${item.ownColumn}" = $2::uuid and "${item.column}" = any($3::uuid[])`,
      tenantId,
      item.row.id,
      item.targetIds,
    );
    touched.set(item.row.id, { kind: item.kind, before: touched.get(item.row.id)?.before ?? item.row });
    if (!unlinked.some((entry) => entry.id === item.row.id && entry.field === item.field))
      unlinked.push({ kind: item.kind, id: item.row.id, technicalName: item.row.technicalName, field: item.field });
  }
  for (const [id, { kind, before }] of touched) {
    const after = await modelOf(tx, kind).update({
      where: { tenantId_id: { tenantId, id } },
      data: { version: { increment: 1 }, updatedAt: new Date() },
      ...includeOf(kind),
    });
    record({
      op: 'update',
      kind,
      entityId: id,
      technicalName: after.technicalName,
      before: entityFromRow(kind, before),
      after: entityFromRow(kind, after),
    });
  }
  return unlinked;
}

async function remove(tx: Transaction, tenantId: string, doomed: Doomed, record: Recorder, changeSetId: string): Promise<void> {
  await deleteLocked(tx, tenantId, doomed.dependencies, record, changeSetId);
  for (const { kind, rows } of doomed.entities) {
    const ids = rows.map(({ id }) => id);
    for (const link of ENTITY_TABLES[kind].links)
      await tx.$executeRawUnsafe(
        `delete from "${link.table}" where "tenantId" = $1::uuid and "${link.ownColumn}" = any($2::uuid[])`,
        tenantId,
        ids,
      );
    const { count } = await modelOf(tx, kind).deleteMany({ where: { tenantId, id: { in: ids } } });
    if (kind === 'component') await releaseComponents(tx, tenantId, count);
    await forgetOwnership(tx, tenantId, changeSetId, kind, ids);
    for (const row of rows)
      record({ op: 'delete', kind, entityId: row.id, technicalName: row.technicalName, before: entityFromRow(kind, row), after: null });
  }
}

function deletedOf(doomed: Doomed): Need[] {
  const outermostFirst = [...doomed.entities].reverse();
  const entities = outermostFirst.flatMap(({ kind, rows }) => rows.map((row) => ({ kind, id: row.id, technicalName: row.technicalName })));
  return [...entities, ...doomed.dependencies.map(namedDependency)];
}
