/**
 * The contents of a Faultline database, read from its catalog: the tables in the order in which rows can be restored, their columns, and
 * sequences.
 */
import type { Client } from 'pg';
import { AppError } from '@/domain/errors';

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
  columns: string[];
  hasRowSecurity: boolean;
  isRowSecurityForced: boolean;
  isReadableForBackup: boolean;
}

interface TableRow extends Table {
  references: string[];
}

/**
 * All tables of the schema, each after the ones that it refers to. Foreign keys that are checked at the end of the transaction do not
 * count. Throws an Error if foreign keys form a circle.
 */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<TableRow>(
    `select c.relname as name, c.relrowsecurity as "hasRowSecurity", c.relforcerowsecurity as "isRowSecurityForced",
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       (not c.relrowsecurity or exists (select from pg_policy p join pg_roles r on r.oid = any (p.polroles)
         where p.polrelid = c.oid and r.rolname = 'faultline_backup' and p.polcmd in ('r', '*') and pg_get_expr(p.polqual, p.polrelid) = 'true')) as "isReadableForBackup",
       array(select distinct t.relname::text from pg_constraint k join pg_class t on t.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and not k.condeferrable and k.confrelid <> c.oid) as references
     from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and pg_has_role(session_user, c.relowner, 'USAGE')
     order by c.relname <> '_prisma_migrations', c.relname collate "C"`,
  );
  const names = new Set(rows.map(({ name }) => name));
  const ordered: TableRow[] = [];
  const done = new Set<string>();
  while (ordered.length < rows.length) {
    const next = rows.filter(({ name, references }) => !done.has(name) && references.every((to) => done.has(to) || !names.has(to)));
    if (next.length === 0) throw new Error('The foreign keys of the database go in a circle, so its rows cannot be put back in any order.');
    for (const table of next) {
      ordered.push(table);
      done.add(table.name);
    }
  }
  return ordered.map(({ references: _, ...table }) => table);
}

/** The tables of a backup. Throws AppError if row-level security would hide rows from it. */
export function tablesToBackUp(tables: readonly Table[]): Table[] {
  const wanted = tables.filter(({ name }) => !LEFT_OUT.includes(name));
  const hidden = wanted.filter((table) => !table.isReadableForBackup).map(({ name }) => name);
  if (hidden.length > 0) {
    throw new AppError('internal', `The role faultline_backup has no policy on ${hidden.join(', ')}, so a backup would miss their rows.`);
  }
  return wanted;
}

/**
 * The SQL condition for the rows of one tenant; `tenantId` must be a GUID. Throws if nobody has stated which tenant the rows of this table
 * belong to.
 */
export function conditionFor({ name, columns }: Table, tenantId: string): string {
  const condition = ROWS_OF_A_TENANT[name] ?? (columns.includes('tenantId') ? `"tenantId" = $TENANT` : null);
  if (condition === null) throw new Error(`Nobody said which rows of ${name} belong to a tenant.`);
  return condition.replaceAll('$TENANT', `'${tenantId}'::uuid`);
}

/** The last value of each sequence by name, as digits; null if it was never used. */
export async function readSequences(client: Client): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename as name, last_value::text as value from pg_sequences where schemaname = current_schema() order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Quotes a name for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
