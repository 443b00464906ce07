/** Makes the steps of an undo in bulk, a few statements a kind, and records each of them whole. */
import type { UndoStep } from '@/domain/history/undoPlan';
import type { LandscapeRecord } from '@/domain/history/undoneFields';
import { CREATION_ORDER, dependencyName, type ManifestKind } from '@/domain/manifest/manifestFields';
import type { ChangeRecord } from '../landscape/changeLandscape';
import { releaseComponents, takeComponentOrdinals } from '../landscape/componentCounter';
import { ENTITY_TABLES } from '../landscape/entityTables';
import { tableOf, type EntityRecord } from '../manifest/landscapeRows';
import type { Transaction } from '../tenantDb';

const PORTION = 5_000;

type Row = Record<string, unknown>;

interface KnownComponent {
  technicalName: string;
  ordinal: number;
}

interface Writing {
  tx: Transaction;
  tenantId: string;
  /** The manifest that is undone: it had created what it pruned. */
  manifest: string;
  record: (change: ChangeRecord) => void;
  at: string;
  /** Ends of the dependencies in question, and the components that come back. */
  components: Map<string, KnownComponent>;
}

/** What comes back is there before anything links to it, and what goes is linked by nobody when it does. Throws 409 `plan_limit`. */
export async function writeSteps(tx: Transaction, tenantId: string, manifest: string, steps: readonly UndoStep[], record: (change: ChangeRecord) => void): Promise<void> {
  const of = (op: UndoStep['op'], kind: ManifestKind): UndoStep[] => steps.filter((step) => step.op === op && step.change.kind === kind);
  const writing: Writing = { tx, tenantId, manifest, record, at: new Date().toISOString(), components: new Map() };
  await releaseComponents(tx, tenantId, of('delete', 'component').length);
  await knowComponents(writing, steps, of('create', 'component'));
  for (const kind of CREATION_ORDER) await create(writing, kind, of('create', kind));
  for (const kind of CREATION_ORDER) await update(writing, kind, of('update', kind));
  for (const kind of [...CREATION_ORDER].reverse()) await remove(writing, kind, of('delete', kind));
}

async function knowComponents({ tx, tenantId, components }: Writing, steps: readonly UndoStep[], returning: readonly UndoStep[]): Promise<void> {
  const ends = new Set<string>();
  for (const { change, before, after } of steps) {
    if (change.kind !== 'dependency') continue;
    const { sourceComponentId, targetComponentId } = (after ?? before) as LandscapeRecord;
    ends.add(String(sourceComponentId)).add(String(targetComponentId));
  }
  const rows = await tx.$queryRawUnsafe<(KnownComponent & { id: string })[]>(
    `select "id"::text as id, "technicalName", "ordinal" from "component" where "tenantId" = $1::uuid and "id" = any($2::uuid[])`,
    tenantId,
    [...ends],
  );
  for (const { id, technicalName, ordinal } of rows) components.set(id, { technicalName, ordinal });
  if (returning.length === 0) return;
  const first = await takeComponentOrdinals(tx, tenantId, returning.length);
  returning.forEach(({ change: { id }, after }, index) => components.set(id, { technicalName: String(after?.technicalName), ordinal: first + index }));
}

async function create(writing: Writing, kind: ManifestKind, steps: readonly UndoStep[]): Promise<void> {
  const records = steps.flatMap(({ after }) => (after === null ? [] : [{ ...after, updatedAt: writing.at, version: Number(after.version) + 1 }]));
  // Parents and children among capabilities come in one statement, behind which the database looks at the links.
  await insert(writing, tableOf(kind), records.map((record) => rowOf(writing, kind, record)), kind === 'capability' ? Math.max(1, records.length) : PORTION);
  if (kind !== 'dependency') for (const { field } of ENTITY_TABLES[kind].links) await link(writing, kind, field, records);
  await insert(writing, 'manifest_ownership', records.map(({ id }) => ({ tenantId: writing.tenantId, manifestName: writing.manifest, kind, entityId: id, hasCreated: true })));
  for (const record of records) writing.record({ op: 'create', kind, entityId: record.id, technicalName: nameOf(writing, kind, record), before: null, after: record });
}

async function update(writing: Writing, kind: ManifestKind, steps: readonly UndoStep[]): Promise<void> {
  const { tx, tenantId, at } = writing;
  const pairs = steps.flatMap(({ before, after }) => (before === null || after === null ? [] : [{ before, after: { ...after, updatedAt: at, version: Number(before.version) + 1 } }]));
  const rows = pairs.map(({ after }) => rowOf(writing, kind, after));
  const fixed = new Set(['tenantId', 'id', 'technicalName', 'createdAt', 'ordinal', 'sourceOrdinal', 'targetOrdinal']);
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !fixed.has(column));
  for (let start = 0; start < rows.length; start += PORTION) {
    await tx.$executeRawUnsafe(
      `update "${tableOf(kind)}" t set ${columns.map((column) => `"${column}" = r."${column}"`).join(', ')}
       from json_populate_recordset(null::"${tableOf(kind)}", $2::json) r where t."tenantId" = $1::uuid and t."id" = r."id"`,
      tenantId,
      JSON.stringify(rows.slice(start, start + PORTION)),
    );
  }
  if (kind !== 'dependency') {
    for (const { field, table, ownColumn } of ENTITY_TABLES[kind].links) {
      const relinked = pairs.filter(({ before, after }) => JSON.stringify(before[field]) !== JSON.stringify(after[field as keyof typeof after])).map(({ after }) => after);
      await removeRows(writing, table, ownColumn, relinked.map(({ id }) => id));
      await link(writing, kind, field, relinked);
    }
  }
  for (const { before, after } of pairs) writing.record({ op: 'update', kind, entityId: after.id, technicalName: nameOf(writing, kind, after), before, after });
}

async function remove(writing: Writing, kind: ManifestKind, steps: readonly UndoStep[]): Promise<void> {
  if (steps.length === 0) return;
  const { tx, tenantId } = writing;
  const ids = steps.map(({ change }) => change.id);
  if (kind !== 'dependency') for (const { table, ownColumn } of ENTITY_TABLES[kind].links) await removeRows(writing, table, ownColumn, ids);
  // A parent and its child may go together, but not one before the other.
  if (kind === 'capability') await tx.$executeRawUnsafe(`update "capability" set "parentId" = null where "tenantId" = $1::uuid and "id" = any($2::uuid[])`, tenantId, ids);
  await removeRows(writing, tableOf(kind), 'id', ids);
  await tx.$executeRawUnsafe(`delete from "manifest_ownership" where "tenantId" = $1::uuid and "kind" = $2 and "entityId" = any($3::uuid[])`, tenantId, kind, ids);
  for (const { change, before } of steps) {
    if (before !== null) writing.record({ op: 'delete', kind, entityId: change.id, technicalName: nameOf(writing, kind, before), before, after: null });
  }
}

/** The columns of the table itself. */
function rowOf({ tenantId, components }: Writing, kind: ManifestKind, record: EntityRecord): Row {
  const linkFields = new Set(kind === 'dependency' ? [] : ENTITY_TABLES[kind].links.map(({ field }) => field));
  const row: Row = { tenantId, ...Object.fromEntries(Object.entries(record).filter(([field]) => !linkFields.has(field))) };
  if (kind === 'component') row.ordinal = components.get(record.id)?.ordinal;
  if (kind === 'dependency') {
    row.sourceOrdinal = components.get(String(record.sourceComponentId))?.ordinal;
    row.targetOrdinal = components.get(String(record.targetComponentId))?.ordinal;
  }
  return row;
}

function nameOf({ components }: Writing, kind: ManifestKind, record: EntityRecord): string {
  if (kind !== 'dependency') return String(record.technicalName);
  const end = (id: unknown): string => components.get(String(id))?.technicalName ?? String(id);
  return dependencyName(end(record.sourceComponentId), end(record.targetComponentId), String(record.dependencyType));
}

async function link(writing: Writing, kind: Exclude<ManifestKind, 'dependency'>, field: string, records: readonly EntityRecord[]): Promise<void> {
  const table = ENTITY_TABLES[kind].links.find((candidate) => candidate.field === field);
  if (table === undefined) return;
  const rows = records.flatMap((record) => {
    const items = record[field] as readonly (string | Row)[];
    return items.map((item) => ({ tenantId: writing.tenantId, [table.ownColumn]: record.id, ...(typeof item === 'string' ? { [table.column]: item } : item) }));
  });
  await insert(writing, table.table, rows);
}

async function insert({ tx }: Writing, table: string, rows: readonly Row[], portion = PORTION): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((column) => `"${column}"`).join(', ');
  for (let start = 0; start < rows.length; start += portion) {
    await tx.$executeRawUnsafe(
      `insert into "${table}" (${columns}) select ${columns} from json_populate_recordset(null::"${table}", $1::json)`,
      JSON.stringify(rows.slice(start, start + portion)),
    );
  }
}

async function removeRows({ tx, tenantId }: Writing, table: string, column: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRawUnsafe(`delete from "${table}" where "tenantId" = $1::uuid and "${column}" = any($2::uuid[])`, tenantId, ids);
}

/**
 * Lets go what the apply took on, and takes on again what it let go, where that still is there. What it created and could not be taken back stays its own; what
 * returns was noted with its return.
 */
export async function restoreOwnership(tx: Transaction, tenantId: string, changeSetId: string): Promise<void> {
  await tx.$executeRaw`
    delete from "manifest_ownership" o using "manifest_ownership_change" c
    where c."tenantId" = ${tenantId}::uuid and c."changeSetId" = ${changeSetId}::uuid and c."isTaken" and not c."hasCreated"
      and o."tenantId" = c."tenantId" and o."manifestName" = c."manifestName" and o."kind" = c."kind" and o."entityId" = c."entityId"`;
  for (const kind of CREATION_ORDER) {
    await tx.$executeRawUnsafe(
      `insert into "manifest_ownership" ("tenantId", "manifestName", "kind", "entityId", "hasCreated")
       select c."tenantId", c."manifestName", c."kind", c."entityId", c."hasCreated" from "manifest_ownership_change" c
       join "${tableOf(kind)}" e on e."tenantId" = c."tenantId" and e."id" = c."entityId"
       where c."tenantId" = $1::uuid and c."changeSetId" = $2::uuid and not c."isTaken" and c."kind" = $3 on conflict do nothing`,
      tenantId,
      changeSetId,
      kind,
    );
  }
}
