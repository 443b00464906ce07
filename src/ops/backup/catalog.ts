/** The contents of a Faultline database, read from its catalog: its own tables and columns, and what an administrator has added. */
import type { Client } from 'pg';
import { AppError } from '@/domain/errors';
import { readOwnSchema } from './ownSchema';

/** Short-lived data that would do harm after a restore: sessions, sign-in attempts, rate limits, processes. Left out of backups. */
const LEFT_OUT: readonly string[] = ['replica', 'session', 'verification', 'sign_in_guess', 'sign_in_limit', 'rate_bucket'];

/** The rows of one tenant in the tables that have no `tenantId`. */
const ROWS_OF_A_TENANT: Readonly<Record<string, string>> = {
  _prisma_migrations: 'true',
  tenant: `id = $TENANT`,
  user: `id in (select "userId" from membership where "tenantId" = $TENANT)`,
  account: `"userId" in (select "userId" from membership where "tenantId" = $TENANT)`,
  // Like links of accounts to providers: a provider with the same name may be a different one elsewhere. It sends its people again.
  scim_connection_binding: 'false',
  scim_group: 'false',
  scim_group_member: 'false',
  scim_identity_tombstone: 'false',
  scim_projection_grant: 'false',
  scim_subject: 'false',
  scim_user: 'false',
};

export interface Table {
  name: string;
  /** Those of this version's schema, without generated ones. */
  columns: string[];
  isReadableForBackup: boolean;
  /** Whether an administrator's tables inherit from it, so that a plain `select` also returns their rows. Partitions are no such tables. */
  hasHeirs: boolean;
}

const COLUMNS = `(select array_agg(a.attname::text order by a.attnum) from pg_attribute a
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')`;
const IN_SCHEMA = 'c.relnamespace = current_schema()::regnamespace';

/**
 * The tables of this version's schema, each after the ones that it refers to. What an administrator has added is not among them. Throws
 * AppError if a table or column is missing.
 */
export async function readTables(client: Client): Promise<Table[]> {
  const { tables } = readOwnSchema();
  const { rows } = await client.query<Table>(
    `select c.relname as name, c.relkind = 'r' and exists (select from pg_inherits i where i.inhparent = c.oid) as "hasHeirs", coalesce(${COLUMNS}, '{}') as columns,
       (not c.relrowsecurity or exists (select from pg_policy p join pg_roles r on r.oid = any (p.polroles)
         where p.polrelid = c.oid and r.rolname = 'faultline_backup' and p.polcmd in ('r', '*') and pg_get_expr(p.polqual, p.polrelid) = 'true')) as "isReadableForBackup"
     from pg_class c where ${IN_SCHEMA} and c.relkind in ('r', 'p') and c.relname = any ($1)`,
    [[...tables.keys()]],
  );
  const found = new Map(rows.map((row) => [row.name, row]));
  const missing: string[] = [];
  const own = [...tables].flatMap(([name, columns]) => {
    const table = found.get(name);
    if (table === undefined) missing.push(name);
    else missing.push(...[...columns].filter((column) => !table.columns.includes(column)).map((column) => `${name}.${column}`));
    return table === undefined ? [] : [{ ...table, columns: table.columns.filter((column) => columns.has(column)) }];
  });
  if (missing.length > 0)
    throw new AppError(
      'internal',
      `The database lacks ${missing.join(', ')}, which its schema has. Restore them first, or the rows in them would be missing from the backup.`,
    );
  return own;
}

/** What else the schema contains, each in words: nothing of it is in a backup. */
export async function readForeign(client: Client): Promise<string[]> {
  const { tables, views } = readOwnSchema();
  const names = [...tables.keys()];
  const { rows } = await client.query<{ words: string }>(
    `with recursive ours as (
       select c.oid from pg_class c where ${IN_SCHEMA} and c.relkind in ('r', 'p') and c.relname = any ($1)
     ), parts as (
       select oid from ours union select i.inhrelid from pg_inherits i join parts on parts.oid = i.inhparent
         join pg_class c on c.oid = i.inhrelid where c.relispartition
     )
     select case c.relkind when 'f' then 'foreign table' when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end
       || ' ' || c.relname as words
     from pg_class c where ${IN_SCHEMA} and c.relkind in ('r', 'p', 'f', 'v', 'm', 'S') and c.oid not in (select oid from parts)
       and not (c.relkind = 'v' and c.relname = any ($2))
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
    [names, views],
  );
  const columns = await client.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where ${IN_SCHEMA} and c.relkind in ('r', 'p') and c.relname = any ($1) and a.attnum > 0 and not a.attisdropped
     order by c.relname collate "C", a.attnum`,
    [names],
  );
  const added = columns.rows.filter(({ table, column }) => tables.get(table)?.has(column) !== true);
  return [...rows.map(({ words }) => words).sort(), ...added.map(({ table, column }) => `column ${column} of ${table}`)];
}

/** The tables of a backup. Throws AppError if row-level security would hide rows from it. */
export function tablesToBackUp(tables: readonly Table[]): Table[] {
  const wanted = tables.filter(({ name }) => !LEFT_OUT.includes(name));
  const hidden = wanted.filter((table) => !table.isReadableForBackup).map(({ name }) => name);
  if (hidden.length > 0)
    throw new AppError('internal', `The role faultline_backup has no policy on ${hidden.join(', ')}, so a backup would miss their rows.`);
  return wanted;
}

/**
 * The SQL condition for the rows of one tenant; `tenantId` must be a GUID. Throws if nobody has stated which tenant the rows of this table
 * belong to.
 */
export function conditionFor({ name, columns }: Table, tenantId: string): string {
  const condition = ROWS_OF_A_TENANT[name] ?? (columns.includes('tenantId') ? `"tenantId" = $TENANT` : null);
  if (condition === null) throw new Error(`It is not stated which rows of ${name} belong to a tenant.`);
  return condition.replaceAll('$TENANT', `'${tenantId}'::uuid`);
}

/** What to select the rows of a table from. */
export function sourceOf({ name, hasHeirs }: Table): string {
  return `${hasHeirs ? 'only ' : ''}${quoteName(name)}`;
}

/** Quotes a name for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
