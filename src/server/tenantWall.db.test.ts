/** The catalog itself says that the tenant wall stands: a table that forgets a part of it fails here by name. */
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';

/** Everything that belongs to no single tenant. A new name here is a decision. */
const GLOBAL_TABLES = ['_prisma_migrations', 'account', 'session', 'sign_in_guess', 'sign_in_limit', 'tenant', 'user', 'verification'];

/** What the role that sees across tenants may touch, and how. */
const SYSTEM_GRANTS = [
  'api_key SELECT canSeeRevenue,expiresAt,id,revokedAt,scopes,tenantId',
  'health_signal SELECT acceptedAt,tenantId',
  'health_work SELECT all',
  'health_work UPDATE all',
  'impact_snapshot SELECT interventions,landscapeVersion,tenantId',
  'invitation SELECT email,expiresAt',
  'invitation_directory SELECT all',
  'key_directory SELECT all',
  'landscape_version SELECT eventSequence,interventions,tenantId,version',
  'membership SELECT all',
  'tenant INSERT all',
  'tenant SELECT all',
  'tenant UPDATE all',
  'webhook_lane SELECT all',
  'webhook_lane UPDATE all',
];

const { database: db } = await useTestDatabase();

async function column<T extends Record<string, unknown>>(sql: string): Promise<T[]> {
  const { rows } = await db.pool.query<T>(sql);
  return rows;
}

const TENANT_TABLES = `(select distinct c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and c.column_name = 'tenantId' and t.table_type = 'BASE TABLE')`;

describe('the tenant wall', () => {
  it('leaves no table out: each has a tenantId or is named here as global', async () => {
    const rows = await column<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'
       and table_name not in ${TENANT_TABLES} order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(GLOBAL_TABLES);
  });

  it('is enabled and forced on every tenant table', async () => {
    const rows = await column<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relname in ${TENANT_TABLES}
       and not (relrowsecurity and relforcerowsecurity)`,
    );
    expect(rows).toEqual([]);
  });

  it("shows and takes only the tenant's rows on every tenant table, by the one policy for the app's role", async () => {
    const expected = `("tenantId" = (NULLIF(current_setting('app.tenant'::text, true), ''::text))::uuid)`;
    const rows = await column<{ name: string; qual: string; with_check: string; cmd: string }>(
      `select t.table_name as name, p.qual, p.with_check, p.cmd from ${TENANT_TABLES} t
       left join pg_policies p on p.tablename = t.table_name and p.schemaname = current_schema() and 'faultline_app' = any(p.roles) order by 1`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(row).toEqual({ name: row.name, qual: expected, with_check: expected, cmd: 'ALL' });
  });

  it('shows every row to the role that backups are read as, on every table, and lets it write nothing', async () => {
    const rows = await column<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and (
         not has_table_privilege('faultline_backup', c.oid, 'SELECT')
         or has_table_privilege('faultline_backup', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
         or c.relrowsecurity and not exists (select from pg_policies p where p.schemaname = current_schema() and p.tablename = c.relname
              and p.roles = '{faultline_backup}' and p.cmd = 'SELECT' and p.qual = 'true')) order by 1`,
    );
    expect(rows).toEqual([]);
  });

  it('is unknown to the planner: no tenant table keeps statistics of its tenants, by which a new one would look empty', async () => {
    const rows = await column<{ name: string }>(
      `select relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = current_schema()::regnamespace and c.relname in ${TENANT_TABLES} and a.attname = 'tenantId' and a.attstattarget is distinct from 0`,
    );
    expect(rows).toEqual([]);
  });

  it('has tenantId in every primary key, unique key and foreign key of a tenant table, first in primary and unique ones', async () => {
    const rows = await column<{ name: string; constraint: string; kind: string; columns: string[] }>(
      `select c.relname as name, i.relname as constraint, case when x.indisprimary then 'primary' else 'unique' end as kind,
         array(select a.attname::text from unnest(x.indkey) with ordinality k(attnum, n) join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by n) as columns
       from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
       where c.relnamespace = current_schema()::regnamespace and x.indisunique and c.relname in ${TENANT_TABLES}`,
    );
    // The two directories are found by hash alone: that is what they are for.
    const outside = rows.filter(
      (row) => row.columns[0] !== 'tenantId' && !['key_directory_pkey', 'invitation_directory_pkey'].includes(row.constraint),
    );
    expect(outside).toEqual([]);
    const foreign = await column<{ name: string; columns: string[] }>(
      `select conname as name, array(select a.attname::text from unnest(k.conkey) with ordinality u(attnum, n) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum order by n) as columns
       from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace and c.relname in ${TENANT_TABLES}`,
    );
    expect(foreign.filter(({ columns, name }) => columns[0] !== 'tenantId' && name !== 'membership_userId_fkey')).toEqual([]);
  });

  it('gives both roles no login, no ownership and no way around row security, and the second one only what is listed', async () => {
    const roles = await column<{ rolname: string; rolsuper: boolean; rolbypassrls: boolean; rolcanlogin: boolean }>(
      `select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname in ('faultline_app', 'faultline_system') order by 1`,
    );
    expect(roles).toEqual(
      ['faultline_app', 'faultline_system'].map((rolname) => ({ rolname, rolsuper: false, rolbypassrls: false, rolcanlogin: false })),
    );
    const owned = await column(`select relname from pg_class where pg_get_userbyid(relowner) in ('faultline_app', 'faultline_system')`);
    expect(owned).toEqual([]);
    const grants = await column<{ granted: string }>(
      `select g.table_name || ' ' || g.privilege_type || ' ' || case when t.privilege_type is null then string_agg(g.column_name::text, ',' order by g.column_name) else 'all' end as granted
       from information_schema.role_column_grants g left join information_schema.role_table_grants t
         on t.grantee = g.grantee and t.table_schema = g.table_schema and t.table_name = g.table_name and t.privilege_type = g.privilege_type
       where g.grantee = 'faultline_system' and g.table_schema = current_schema() group by g.table_name, g.privilege_type, t.privilege_type order by 1`,
    );
    expect(grants.map(({ granted }) => granted)).toEqual(SYSTEM_GRANTS);
  });

  it('shows nothing to the app role where no tenant is named', async () => {
    const counts = await db.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`select set_config('role', 'faultline_app', true)`;
      return tx.$queryRaw<
        { tenants: bigint; keys: bigint }[]
      >`select (select count(*) from "tenant") as tenants, (select count(*) from "api_key") as keys`;
    });
    expect(counts).toEqual([{ tenants: 0n, keys: 0n }]);
  });
});
