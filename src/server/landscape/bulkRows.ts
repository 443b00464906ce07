/** The statements by which an apply and its undo write many rows at once, and how a record becomes rows. */
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import type { EntityKind } from '@/domain/vocabulary';
import { ENTITY_TABLES, type LinkTable } from './entityTables';
import { pipelinedStatements } from '@/server/pipelinedStatements';
import type { Transaction } from '@/server/tenantDb';
import { tableOf, type EntityRecord } from './landscapeRows';

/** So many rows a statement. */
export const PORTION = 5_000;

const FIXED_COLUMNS = new Set(['tenantId', 'id', 'technicalName', 'createdAt', 'ordinal', 'sourceOrdinal', 'targetOrdinal']);

export type Row = Record<string, unknown>;

/** Writes to one tenant's tables in the order of its calls; a call returns when its statement has begun. What failed is thrown by the call after it, or by `finish`. */
export interface BulkRows {
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** Sets everything that can change; ordinals and ends stay as they are. */
  update(kind: ManifestKind, rows: readonly Row[]): Promise<void>;
  /** Gives new technicalNames. Two may swap theirs, so all names are given up before the first is taken. */
  rename(kind: EntityKind, names: readonly { id: string; technicalName: string }[]): Promise<void>;
  remove(table: string, column: string, ids: readonly string[]): Promise<void>;
  /** Entities or dependencies with their own links and with whoever declared them. */
  removeOfKind(kind: ManifestKind, ids: readonly string[]): Promise<void>;
  finish(): Promise<void>;
}

export function bulkRows(tx: Transaction, tenantId: string): BulkRows {
  const ahead = pipelinedStatements();
  const run = (sql: string, ...parameters: unknown[]): Promise<void> => ahead.start(() => tx.$executeRawUnsafe(sql, ...parameters));

  const insert = async (table: string, rows: readonly Row[]): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {})
      .map((column) => `"${column}"`)
      .join(', ');
    // Capabilities all at once: a parent may stand behind its child, and the database looks at links behind each statement.
    for (const portion of inPortions(rows, table === 'capability' ? rows.length : PORTION)) {
      await run(
        `insert into "${table}" (${columns}) select ${columns} from json_populate_recordset(null::"${table}", $1::json)`,
        JSON.stringify(portion),
      );
    }
  };
  const update = async (kind: ManifestKind, rows: readonly Row[]): Promise<void> => {
    const table = tableOf(kind);
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !FIXED_COLUMNS.has(column));
    for (const portion of inPortions(rows, PORTION)) {
      await run(
        `update "${table}" t set ${columns.map((column) => `"${column}" = r."${column}"`).join(', ')}
         from json_populate_recordset(null::"${table}", $2::json) r where t."tenantId" = $1::uuid and t."id" = r."id"`,
        tenantId,
        JSON.stringify(portion),
      );
    }
  };
  const rename = async (kind: EntityKind, names: readonly { id: string; technicalName: string }[]): Promise<void> => {
    if (names.length === 0) return;
    const ids = names.map(({ id }) => id);
    // No name begins with a tilde.
    await run(
      `update "${tableOf(kind)}" set "technicalName" = '~' || "id"::text where "tenantId" = $1::uuid and "id" = any($2::uuid[])`,
      tenantId,
      ids,
    );
    await run(
      `update "${tableOf(kind)}" t set "technicalName" = r.name from unnest($2::uuid[], $3::text[]) as r(id, name) where t."tenantId" = $1::uuid and t."id" = r.id`,
      tenantId,
      ids,
      names.map(({ technicalName }) => technicalName),
    );
  };
  const remove = async (table: string, column: string, ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await run(`delete from "${table}" where "tenantId" = $1::uuid and "${column}" = any($2::uuid[])`, tenantId, ids);
  };
  const removeOfKind = async (kind: ManifestKind, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    if (kind !== 'dependency') for (const { table, ownColumn } of ENTITY_TABLES[kind].links) await remove(table, ownColumn, ids);
    // A parent and its child may go together, but not one before the other.
    if (kind === 'capability')
      await run(`update "capability" set "parentId" = null where "tenantId" = $1::uuid and "id" = any($2::uuid[])`, tenantId, ids);
    await remove(tableOf(kind), 'id', ids);
    await run(
      `delete from "manifest_ownership" where "tenantId" = $1::uuid and "kind" = $2 and "entityId" = any($3::uuid[])`,
      tenantId,
      kind,
      ids,
    );
  };
  return { insert, update, rename, remove, removeOfKind, finish: () => ahead.finish() };
}

function* inPortions<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The columns of the record's own table; `ordinalOf` gives the dense integer of a component. */
export function rowOf(
  tenantId: string,
  kind: ManifestKind,
  record: EntityRecord,
  ordinalOf: (componentId: string) => number | undefined,
): Row {
  const linkFields = new Set(kind === 'dependency' ? [] : ENTITY_TABLES[kind].links.map(({ field }) => field));
  const row: Row = { tenantId };
  for (const field in record) if (!linkFields.has(field)) row[field] = record[field];
  if (kind === 'component') row.ordinal = ordinalOf(record.id);
  if (kind === 'dependency') {
    row.sourceOrdinal = ordinalOf(String(record.sourceComponentId));
    row.targetOrdinal = ordinalOf(String(record.targetComponentId));
  }
  return row;
}

/** The rows of one link table that a record stands for. */
export function linkRowsOf(tenantId: string, link: LinkTable, record: EntityRecord): Row[] {
  const items = record[link.field] as readonly (string | Row)[];
  return items.map((item) => ({ tenantId, [link.ownColumn]: record.id, ...(typeof item === 'string' ? { [link.column]: item } : item) }));
}
