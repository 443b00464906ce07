/** Carries out the steps of an undo in bulk, a few statements per kind, and records each one. */
import type { UndoStep } from '@/domain/history/undoPlan';
import type { LandscapeRecord } from '@/domain/history/undoneFields';
import { CREATION_ORDER, dependencyName, type ManifestKind } from '@/domain/manifest/manifestFields';
import type { Recorder } from '@/server/landscape/changeLandscape';
import { releaseComponents, takeComponentOrdinals } from '@/server/landscape/componentCounter';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import { forgetFormerNames } from '@/server/landscape/formerNames';
import { bulkRows, type BulkRows, type ChangedRecord } from '@/server/landscape/bulkRows';
import { tableOf, type EntityRecord } from '@/server/landscape/landscapeRows';
import { runWithin, type Transaction } from '@/server/db/transaction';
import { planForMany } from '@/server/landscape/planForMany';

interface KnownComponent {
  technicalName: string;
  ordinal: number;
}

interface Writing {
  tx: Transaction;
  tenantId: string;
  /** The manifest being undone, which had created what it pruned. Null: the change was made by hand. */
  manifest: string | null;
  record: Recorder;
  at: string;
  /** The ends of these dependencies, and the components that come back. */
  components: Map<string, KnownComponent>;
  rows: BulkRows;
}

/** Restores things before anything links to them, and deletes things once no link is left. Throws 409 `plan_limit`. */
export async function writeSteps(
  tx: Transaction,
  tenantId: string,
  manifest: string | null,
  steps: readonly UndoStep[],
  record: Recorder,
): Promise<void> {
  const of = (op: UndoStep['op'], kind: ManifestKind): UndoStep[] => steps.filter((step) => step.op === op && step.change.kind === kind);
  const writing: Writing = {
    tx,
    tenantId,
    manifest,
    record,
    at: new Date().toISOString(),
    components: new Map(),
    rows: bulkRows(tx, tenantId),
  };
  await releaseComponents(tx, tenantId, of('delete', 'component').length);
  await knowComponents(writing, steps, of('create', 'component'));
  for (const kind of CREATION_ORDER) await create(writing, kind, of('create', kind));
  for (const kind of CREATION_ORDER) await update(writing, kind, of('update', kind));
  for (const kind of [...CREATION_ORDER].reverse()) await remove(writing, kind, of('delete', kind));
  // Last, once everything whose name is given back is gone.
  for (const kind of [...ENTITY_KINDS, 'scenario'] as const) await rename(writing, kind, of('update', kind));
  await writing.rows.finish();
}

/** Gives names back; they are then no longer former names. */
async function rename({ tx, tenantId, rows }: Writing, kind: EntityKind | 'scenario', steps: readonly UndoStep[]): Promise<void> {
  const renamed = steps.flatMap(({ change: { id }, before, after }) =>
    before === null || after === null || before.technicalName === after.technicalName
      ? []
      : [{ id, technicalName: String(after.technicalName) }],
  );
  if (kind !== 'scenario') await forgetFormerNames(tx, tenantId, kind, renamed);
  await rows.rename(kind, renamed);
}

async function knowComponents(
  { tx, tenantId, components }: Writing,
  steps: readonly UndoStep[],
  returning: readonly UndoStep[],
): Promise<void> {
  const ends = new Set<string>();
  for (const { change, before, after } of steps) {
    if (change.kind !== 'dependency') continue;
    const { sourceComponentId, targetComponentId } = (after ?? before) as LandscapeRecord;
    ends.add(String(sourceComponentId)).add(String(targetComponentId));
  }
  const rows = await runWithin(tx)<KnownComponent & { id: string }>(
    `select "id"::text as id, "technicalName", "ordinal" from "component" where "tenantId" = $1::uuid and "id" = any($2::uuid[])`,
    [tenantId, [...ends]],
  );
  for (const { id, technicalName, ordinal } of rows) components.set(id, { technicalName, ordinal });
  if (returning.length === 0) return;
  const first = await takeComponentOrdinals(tx, tenantId, returning.length);
  returning.forEach(({ change: { id }, after }, index) =>
    components.set(id, { technicalName: String(after?.technicalName), ordinal: first + index }),
  );
}

async function create(writing: Writing, kind: ManifestKind, steps: readonly UndoStep[]): Promise<void> {
  const { rows, tenantId, manifest } = writing;
  const records = steps.flatMap(({ after }) =>
    after === null ? [] : [{ ...after, updatedAt: writing.at, version: Number(after.version) + 1 }],
  );
  await rows.createOfKind(kind, records, ordinalsIn(writing));
  if (manifest !== null)
    await rows.insert(
      'manifest_ownership',
      records.map(({ id }) => ({ tenantId, manifestName: manifest, kind, entityId: id, hasCreated: true })),
    );
  for (const record of records)
    writing.record({ op: 'create', kind, entityId: record.id, technicalName: nameOf(writing, kind, record), before: null, after: record });
}

async function update(writing: Writing, kind: ManifestKind, steps: readonly UndoStep[]): Promise<void> {
  const { rows, at } = writing;
  const pairs = steps.flatMap(({ before, after }): ChangedRecord[] =>
    before === null || after === null ? [] : [{ before, after: { ...after, updatedAt: at, version: Number(before.version) + 1 } }],
  );
  await rows.updateOfKind(kind, pairs, ordinalsIn(writing));
  for (const { before, after } of pairs)
    writing.record({ op: 'update', kind, entityId: after.id, technicalName: nameOf(writing, kind, after), before, after });
}

async function remove(writing: Writing, kind: ManifestKind, steps: readonly UndoStep[]): Promise<void> {
  await writing.rows.removeOfKind(
    kind,
    steps.map(({ change }) => change.id),
  );
  for (const { change, before } of steps)
    if (before !== null)
      writing.record({ op: 'delete', kind, entityId: change.id, technicalName: nameOf(writing, kind, before), before, after: null });
}

function ordinalsIn({ components }: Writing): (componentId: string) => number | undefined {
  return (id) => components.get(id)?.ordinal;
}

function nameOf({ components }: Writing, kind: ManifestKind, record: EntityRecord): string {
  if (kind !== 'dependency') return String(record.technicalName);
  const end = (id: unknown): string => components.get(String(id))?.technicalName ?? String(id);
  return dependencyName(end(record.sourceComponentId), end(record.targetComponentId), String(record.dependencyType));
}

/**
 * Releases what the apply took over, and takes back what it released, if that still exists. What the apply created and could not be removed
 * remains owned. What came back was recorded when it came back.
 */
export async function restoreOwnership(tx: Transaction, tenantId: string, changeSetId: string): Promise<void> {
  await planForMany(tx, await tx.manifestOwnershipChange.count({ where: { tenantId, changeSetId } }));
  await tx.$executeRaw`
    delete from "manifest_ownership" o using "manifest_ownership_change" c
    where c."tenantId" = ${tenantId}::uuid and c."changeSetId" = ${changeSetId}::uuid and c."isTaken" and not c."hasCreated"
      and o."tenantId" = c."tenantId" and o."manifestName" = c."manifestName" and o."kind" = c."kind" and o."entityId" = c."entityId"`;
  // Whoever stood in for the creator no longer does.
  await tx.$executeRaw`
    update "manifest_ownership" o set "hasCreated" = false from "manifest_ownership_change" c
    where c."tenantId" = ${tenantId}::uuid and c."changeSetId" = ${changeSetId}::uuid and c."isTaken" and c."hasCreated"
      and o."tenantId" = c."tenantId" and o."manifestName" = c."manifestName" and o."kind" = c."kind" and o."entityId" = c."entityId"`;
  // Earlier statements count again, unless something else has been stated since.
  await tx.$executeRaw`
    update "manifest_ownership" o set "stated" = c."stated" from "manifest_ownership_change" c
    where c."tenantId" = ${tenantId}::uuid and c."changeSetId" = ${changeSetId}::uuid and c."statedAfter" is not null
      and o."tenantId" = c."tenantId" and o."manifestName" = c."manifestName" and o."kind" = c."kind" and o."entityId" = c."entityId"
      and o."stated" = c."statedAfter"`;
  for (const kind of CREATION_ORDER)
    await tx.$executeRawUnsafe(
      `insert into "manifest_ownership" ("tenantId", "manifestName", "kind", "entityId", "hasCreated", "stated")
       select c."tenantId", c."manifestName", c."kind", c."entityId", c."hasCreated", c."stated" from "manifest_ownership_change" c
       join "${tableOf(kind)}" e on e."tenantId" = c."tenantId" and e."id" = c."entityId"
       where c."tenantId" = $1::uuid and c."changeSetId" = $2::uuid and not c."isTaken" and c."statedAfter" is null and c."kind" = $3
       on conflict ("tenantId", "manifestName", "kind", "entityId") do update set "stated" = coalesce("manifest_ownership"."stated", excluded."stated")`,
      tenantId,
      changeSetId,
      kind,
    );
}
