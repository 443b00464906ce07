/** Writes entities in bulk, for applies and undos: a few statements per kind, and the conversion of records to rows. */
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import type { EntityKind } from '@/domain/vocabulary';
import type { LinkTable } from './entityTables';
import { helpColumn, isHelpField } from './helpColumn';
import { pipelinedStatements } from '@/server/db/pipelinedStatements';
import { type Transaction, runWithin, type RunSql } from '@/server/db/transaction';
import { columnTexts, columnTypes, unnestOf } from './columnTexts';
import { linksOf, tableOf, type EntityRecord } from './landscapeRows';

/** Rows per statement. */
export const PORTION = 2_000;

const FIXED_COLUMNS = new Set(['tenantId', 'id', 'technicalName', 'createdAt', 'ordinal', 'sourceOrdinal', 'targetOrdinal']);

export type Row = Record<string, unknown>;

/** The dense integer of a component; undefined for one that nothing here links to. */
type OrdinalOf = (componentId: string) => number | undefined;

/** An entity before and after a change. */
export interface ChangedRecord {
  before: EntityRecord;
  after: EntityRecord;
}

/**
 * Writes to one tenant's tables in the order of its calls. A call returns once its statement has started; its error is thrown by the
 * following call, or by `finish`.
 */
export interface BulkRows {
  insert(table: string, rows: readonly Row[]): Promise<void>;
  /** New entities or dependencies with their links. */
  createOfKind(kind: ManifestKind, records: readonly EntityRecord[], ordinalOf: OrdinalOf): Promise<void>;
  /** Updates everything that can change, including links; ordinals and ends stay as they are. */
  updateOfKind(kind: ManifestKind, changes: readonly ChangedRecord[], ordinalOf: OrdinalOf): Promise<void>;
  /** Gives new technicalNames. Two entities may swap theirs, so all names are given up before the first is taken. */
  rename(kind: EntityKind | 'scenario', names: readonly { id: string; technicalName: string }[]): Promise<void>;
  /** Deletes entities or dependencies with their own links and their ownership. */
  removeOfKind(kind: ManifestKind, ids: readonly string[]): Promise<void>;
  finish(): Promise<void>;
}

/** Call `finish` before the transaction ends: until then the last statement may still be running. */
export function bulkRows(tx: Transaction, tenantId: string): BulkRows {
  const ahead = pipelinedStatements();
  const within = runWithin(tx);
  const run = (sql: string, ...parameters: unknown[]): Promise<void> => ahead.start(() => within(sql, parameters));

  const insert = async (table: string, rows: readonly Row[]): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'tenantId');
    if (columns.length === 0) return;
    const names = columns.map((column) => `"${column}"`).join(', ');
    const values = columns.map((column) => `r."${column}"`).join(', ');
    // All capabilities at once: a parent may come after its child, and the database checks references after each statement.
    for (const portion of inPortions(rows, table === 'capability' ? rows.length : PORTION)) {
      const { from, texts } = await rowsAsR(within, table, columns, portion);
      await run(
        `insert into "${table}" ("tenantId", ${names})
         select v."tenantId", ${values} from "landscape_version" v, ${from} where v."tenantId" = $1::uuid`,
        tenantId,
        ...texts,
      );
    }
  };
  const createOfKind: BulkRows['createOfKind'] = async (kind, records, ordinalOf) => {
    await insert(
      tableOf(kind),
      records.map((record) => rowOf(tenantId, kind, record, ordinalOf)),
    );
    for (const link of linksOf(kind))
      await insert(
        link.table,
        records.flatMap((record) => linkRowsOf(tenantId, link, record)),
      );
  };
  const update = async (kind: ManifestKind, rows: readonly Row[]): Promise<void> => {
    const table = tableOf(kind);
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !FIXED_COLUMNS.has(column));
    for (const portion of inPortions(rows, PORTION)) {
      const { from, texts } = await rowsAsR(within, table, ['id', ...columns], portion);
      await run(
        `update "${table}" t set ${columns.map((column) => `"${column}" = r."${column}"`).join(', ')}
         from ${from} where t."tenantId" = $1::uuid and t."id" = r."id"`,
        tenantId,
        ...texts,
      );
    }
  };
  const rename = async (kind: EntityKind | 'scenario', names: readonly { id: string; technicalName: string }[]): Promise<void> => {
    if (names.length === 0) return;
    const ids = names.map(({ id }) => id);
    // No name starts with a tilde.
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
  const updateOfKind: BulkRows['updateOfKind'] = async (kind, changes, ordinalOf) => {
    await update(
      kind,
      changes.map(({ after }) => rowOf(tenantId, kind, after, ordinalOf)),
    );
    for (const link of linksOf(kind)) {
      const relinked = changes
        .filter(({ before, after }) => JSON.stringify(before[link.field]) !== JSON.stringify(after[link.field]))
        .map(({ after }) => after);
      await remove(
        link.table,
        link.ownColumn,
        relinked.map(({ id }) => id),
      );
      await insert(
        link.table,
        relinked.flatMap((record) => linkRowsOf(tenantId, link, record)),
      );
    }
  };
  const removeOfKind = async (kind: ManifestKind, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    for (const { table, ownColumn } of linksOf(kind)) await remove(table, ownColumn, ids);
    // A parent and its child may be deleted together, but neither before the other.
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
  return { insert, createOfKind, updateOfKind, rename, removeOfKind, finish: () => ahead.finish() };
}

/** Those columns of the rows as `r`, for a statement whose first parameter is the tenant. */
async function rowsAsR(
  run: RunSql,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<{ from: string; texts: readonly string[] }> {
  const known = await columnTypes(run, table);
  const types = columns.map((column) => known.get(column) ?? 'text');
  // Lists in a column are rare, and rows of lists cannot be told apart once they are unnested.
  if (types.some((type) => type.endsWith('[]')))
    return { from: `json_populate_recordset(null::"${table}", $2::json) r`, texts: [JSON.stringify(rows)] };
  const { texts, marks } = columnTexts(columns.map((column) => rows.map((row) => row[column] as string | null)));
  const from = `${unnestOf(types, 2)} as r(${columns.map((column) => `"${column}"`).join(', ')})`;
  return { from, texts: [...texts, ...marks] };
}

function* inPortions<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The columns of the record's own table. */
function rowOf(tenantId: string, kind: ManifestKind, record: EntityRecord, ordinalOf: OrdinalOf): Row {
  const links = linksOf(kind);
  const row: Row = { tenantId };
  for (const field in record) if (!isHelpField(field) && !links.some((link) => link.field === field)) row[field] = record[field];
  if (kind === 'application' || kind === 'component') row.help = helpColumn(record.contact, record.references);
  if (kind === 'component') row.ordinal = ordinalOf(record.id);
  if (kind === 'dependency') {
    row.sourceOrdinal = ordinalOf(String(record.sourceComponentId));
    row.targetOrdinal = ordinalOf(String(record.targetComponentId));
  }
  return row;
}

/** The rows of one link table for a record. */
function linkRowsOf(tenantId: string, link: LinkTable, record: EntityRecord): Row[] {
  const items = record[link.field] as readonly (string | Row)[];
  return items.map((item) => ({ tenantId, [link.ownColumn]: record.id, ...(typeof item === 'string' ? { [link.column]: item } : item) }));
}
