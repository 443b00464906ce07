/** Everything that a tenant holds, as one number: every row of every tenant table, as the tenant's own role reads it. */
import type { Database } from '@/server/db/database';
import { tenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';

export interface TenantDigest {
  /** How many rows of how many tables went into the digest, so that an empty one is not mistaken for an unchanged tenant. */
  rows: number;
  tables: number;
  digest: string;
}

const TENANT_TABLES = `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and c.column_name = 'tenantId' and t.table_type = 'BASE TABLE' order by 1`;

/** Includes ctid and xmin, so that a row that was rewritten with the same values shows. Skips the tables in `except`. */
export async function digestOfTenant(database: Database, tenantId: string, except: readonly string[] = []): Promise<TenantDigest> {
  const { rows: tables } = await database.pool.query<{ name: string }>(TENANT_TABLES);
  const names = ['tenant', ...tables.map(({ name }) => name)].filter((name) => !except.includes(name));
  const lines = names.map((name) => `select '${name}' as of, concat_ws(' ', '${name}', t.ctid, t.xmin, t) as line from "${name}" t`);
  const sql = `select count(*)::int as rows, count(distinct of)::int as tables, md5(string_agg(line, E'\\n' order by line collate "C")) as digest
    from (${lines.join(' union all ')}) as everything`;
  return read.onConnection(tenantDb(database, tenantId), async (client) => {
    const { rows } = await client.query<TenantDigest>(sql);
    if (rows[0] === undefined) throw new Error('A count is one row.');
    return rows[0];
  });
}
