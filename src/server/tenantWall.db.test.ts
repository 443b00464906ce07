/** The catalog itself shows that tenants are separated: a table that lacks a part of the protection fails here by name. */
import { Client } from 'pg';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { type TestDatabase, useSingleLoginDatabase, useOwnDatabase } from '@/test/database';
import { SYSTEM } from '@/test/restTenants';
import { newTenant } from '@/test/tenants';
import { createPerson, membershipsOf } from './auth/people';
import { read } from './db/read';
import { searchMembers } from './memberNames';

/** The tables that belong to no single tenant. Adding a name here is a decision. */
const GLOBAL_TABLES = [
  '_prisma_migrations',
  'account',
  'replica',
  'scim_connection_binding',
  'scim_group',
  'scim_group_member',
  'scim_identity_tombstone',
  'scim_projection_grant',
  'scim_subject',
  'scim_user',
  'session',
  'sign_in_guess',
  'sign_in_limit',
  'tenant',
  'user',
  'verification',
];

const EVERY_WAY = ['DELETE', 'INSERT', 'SELECT', 'UPDATE'];
const of = (table: string, ...rights: string[]): string[] => rights.map((right) => `${table} ${right} all`);

/** What the role that sees across tenants may access, and how. */
const SYSTEM_GRANTS = [
  ...of('account', ...EVERY_WAY),
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
  ...of('replica', ...EVERY_WAY),
  ...of('scim_connection_binding', ...EVERY_WAY),
  ...of('scim_group', ...EVERY_WAY),
  ...of('scim_group_member', ...EVERY_WAY),
  ...of('scim_identity_tombstone', ...EVERY_WAY),
  ...of('scim_projection_grant', ...EVERY_WAY),
  ...of('scim_subject', ...EVERY_WAY),
  ...of('scim_user', ...EVERY_WAY),
  ...of('session', ...EVERY_WAY),
  'share_directory SELECT all',
  ...of('sign_in_guess', ...EVERY_WAY),
  ...of('sign_in_limit', ...EVERY_WAY),
  'tenant SELECT all',
  'tenant UPDATE all',
  ...of('user', ...EVERY_WAY),
  ...of('verification', ...EVERY_WAY),
  'webhook_lane SELECT all',
  'webhook_lane UPDATE all',
];

const logins = await useOwnDatabase();
const single = await useSingleLoginDatabase();
let here: TestDatabase = logins;

async function column<T extends Record<string, unknown>>(sql: string): Promise<T[]> {
  const { rows } = await here.owner.query<T>(sql);
  return rows;
}

const TENANT_TABLES = `(select distinct c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and c.column_name = 'tenantId' and t.table_type = 'BASE TABLE')`;

describe.each<[string, TestDatabase]>([
  ['separate logins', logins],
  ['a single login', single],
])('the tenant wall, with %s', (_, of) => {
  beforeEach(() => {
    here = of;
  });

  it('covers every table: each has a tenantId or is listed here as global', async () => {
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

  it('keeps no statistics of tenants in tenant tables, which would make a new tenant look empty to the planner', async () => {
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
    // The directories exist to be read by hash alone.
    const outside = rows.filter(
      (row) =>
        row.columns[0] !== 'tenantId' &&
        !['key_directory_pkey', 'invitation_directory_pkey', 'share_directory_pkey'].includes(row.constraint),
    );
    expect(outside).toEqual([]);
    const foreign = await column<{ name: string; columns: string[] }>(
      `select conname as name, array(select a.attname::text from unnest(k.conkey) with ordinality u(attnum, n) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum order by n) as columns
       from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace and c.relname in ${TENANT_TABLES}`,
    );
    expect(foreign.filter(({ columns, name }) => columns[0] !== 'tenantId' && name !== 'membership_userId_fkey')).toEqual([]);
  });

  it('gives the role that sees across tenants only what is listed', async () => {
    const grants = await column<{ granted: string }>(
      `select g.table_name || ' ' || g.privilege_type || ' ' || case when t.privilege_type is null then string_agg(g.column_name::text, ',' order by g.column_name) else 'all' end as granted
       from information_schema.role_column_grants g left join information_schema.role_table_grants t
         on t.grantee = g.grantee and t.table_schema = g.table_schema and t.table_name = g.table_name and t.privilege_type = g.privilege_type
       where g.grantee = 'faultline_system' and g.table_schema = current_schema() group by g.table_name, g.privilege_type, t.privilege_type
       union all select table_name || ' ' || privilege_type || ' all' from information_schema.role_table_grants
         where grantee = 'faultline_system' and table_schema = current_schema() and privilege_type in ('DELETE', 'TRUNCATE', 'TRIGGER')
       order by 1`,
    );
    expect(grants.map(({ granted }) => granted)).toEqual(SYSTEM_GRANTS);
  });

  it('lets neither role own anything, become another, bypass or switch off row security, or create objects', async () => {
    const mighty = await column(
      `select rolname from pg_roles where rolname in ('faultline_app', 'faultline_system')
       and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
    );
    const memberOf = await column(
      `select m.rolname, g.rolname as of from pg_auth_members a join pg_roles m on m.oid = a.member join pg_roles g on g.oid = a.roleid
       where m.rolname in ('faultline_app', 'faultline_system')`,
    );
    const becoming = await column(
      `select r.rolname, o.rolname as other from pg_roles r, pg_roles o where r.rolname in ('faultline_app', 'faultline_system')
       and o.oid <> r.oid and pg_has_role(r.oid, o.oid, 'MEMBER')`,
    );
    const owned = await column(
      `select relname from pg_class where pg_get_userbyid(relowner) in ('faultline_app', 'faultline_system')
       union all select proname from pg_proc where pg_get_userbyid(proowner) in ('faultline_app', 'faultline_system')
       union all select nspname from pg_namespace where pg_get_userbyid(nspowner) in ('faultline_app', 'faultline_system')`,
    );
    const creating = await column(
      `select rolname, nspname from pg_roles, pg_namespace where rolname in ('faultline_app', 'faultline_system')
       and nspname not like 'pg\\_%' and has_schema_privilege(pg_roles.oid, pg_namespace.oid, 'CREATE')`,
    );
    expect({ mighty, memberOf, becoming, owned, creating }).toEqual({ mighty: [], memberOf: [], becoming: [], owned: [], creating: [] });
  });

  it('hides accounts and sessions from the app, which finds the names of members of its tenant alone', async () => {
    const rights = await column(
      `select relname, privilege from pg_class, unnest(array['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) privilege
       where relnamespace = current_schema()::regnamespace and relname in ('user', 'session', 'account', 'verification', 'sign_in_guess', 'sign_in_limit')
       and (has_table_privilege('faultline_app', pg_class.oid, privilege || case privilege when 'UPDATE' then ', DELETE, TRUNCATE, TRIGGER' else '' end)
         or has_any_column_privilege('faultline_app', pg_class.oid, privilege))`,
    );
    expect(rights).toEqual([]);
    const { database } = here;
    const [mine, other] = [await newTenant(database), await newTenant(database)];
    for (const { tenantId } of [mine, other])
      await createPerson(database, SYSTEM, { email: `${tenantId}@example.com`, password: 'long enough', tenantId, role: 'Viewer' });
    const seen = (query: string): Promise<{ email: string }[]> => read(mine, (tx) => tx.$queryRawUnsafe<{ email: string }[]>(query));
    const found = await read(mine, (tx) => searchMembers(tx, mine.tenantId, { search: null, after: null, limit: 10 }));
    expect(found.map(({ email }) => email)).toEqual([`${mine.tenantId}@example.com`]);
    const ofOther = await read(mine, (tx) => searchMembers(tx, other.tenantId, { search: null, after: null, limit: 10 }));
    expect(ofOther).toEqual([]);
    await expect(seen('select "email" from "user"')).rejects.toThrow('42501');
  });

  it('has no foreign key to tenant rows from a table that is read by hash alone, and no policy that reads another table', async () => {
    const keys = await column(`select conname from pg_constraint where contype = 'f' and conrelid::regclass::text like '%\\_directory'`);
    const asking = await column(`select tablename, policyname from pg_policies where concat(qual, with_check) ilike '%select%'`);
    const forEverybody = await column(`select tablename, policyname from pg_policies where roles = '{public}'`);
    expect({ keys, asking }).toEqual({ keys: [], asking: [] });
    // It goes with the view of members, which replicas of an older version read.
    expect(forEverybody).toEqual([{ tablename: 'membership', policyname: 'members_of_the_tenant' }]);
  });

  it('lets the app count tenant tables, and no others', async () => {
    const counted = (): Promise<{ relname: string }[]> =>
      column<{ relname: string }>(
        `select relname from pg_class where relnamespace = current_schema()::regnamespace and relname in ('dataset', 'account') and reltuples >= 0 order by 1`,
      );
    for (const table of ['dataset', 'account']) await here.owner.query(`alter table "${table}" set (autovacuum_enabled = false)`);
    const before = (await counted()).map(({ relname }) => relname);
    for (const table of ['dataset', 'account', 'dataset; drop table dataset'])
      await read(await newTenant(here.database), (tx) => tx.$queryRaw`select refresh_statistics(${table})::text`);
    expect((await counted()).map(({ relname }) => relname)).toEqual([...new Set([...before, 'dataset'])].sort());
  });

  it('shows nothing to the app if no tenant is set', async () => {
    const counts = await here.database.prisma.$transaction(async (tx) => {
      if (here.database.isSingleLogin) await tx.$queryRaw`select set_config('role', 'faultline_app', true)`;
      return tx.$queryRaw<
        { tenants: bigint; keys: bigint; members: bigint }[]
      >`select (select count(*) from "tenant") as tenants, (select count(*) from "api_key") as keys, (select count(*) from "membership") as members`;
    });
    expect(counts).toEqual([{ tenants: 0n, keys: 0n, members: 0n }]);
  });
});

describe.skipIf(logins.addresses.isSingleLogin)('a service with separate logins', () => {
  const as = async (url: string, sql: string): Promise<unknown> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };

  it('uses the app’s and the system’s login, and the owner’s only while it migrates', async () => {
    const roles = await logins.owner.query(`select rolname, rolcanlogin from pg_roles where rolname like 'faultline\\_%' order by 1`);
    expect(roles.rows).toEqual(
      [
        ['faultline_app', true],
        // Nodes of a Citus let each other in by it, and nobody else.
        ['faultline_backup', inject('citus') !== null],
        ['faultline_owner', true],
        ['faultline_system', true],
      ].map(([rolname, rolcanlogin]) => ({ rolname, rolcanlogin })),
    );
    await newTenant(logins.database);
    await membershipsOf('nobody');
    const working = await logins.owner.query(
      `select distinct usename::text as name from pg_stat_activity where datname = current_database() and application_name in ('faultline', 'faultline reads') order by 1`,
    );
    expect(working.rows).toEqual([{ name: 'faultline_app' }, { name: 'faultline_system' }]);
  });

  it.each([
    ['become the owner', 'set role faultline_owner'],
    ['read everything', 'set role faultline_backup'],
    ['switch row security off for a table', 'alter table "component" disable row level security'],
    ['exempt the owner from row security', 'alter table "component" no force row level security'],
    ['write a policy', 'create policy open on "component" using (true)'],
    ['drop one', 'drop policy tenant_wall on "component"'],
    ['create a table', 'create table "mine" (id int)'],
    ['create a function', `create function mine() returns int language sql as 'select 1'`],
    ['grant privileges', 'grant select on "component" to public'],
    ['empty a table', 'truncate "component"'],
    ['change a migration', 'delete from _prisma_migrations'],
  ])('can with neither login %s', async (_name, sql) => {
    for (const url of [logins.addresses.app, logins.addresses.system]) {
      // A GRANT of privileges that the login does not have is only a warning, and changes nothing.
      const done = await as(url, sql).then(
        () => sql.startsWith('grant'),
        (error: { code?: string }) => error.code === '42501',
      );
      expect(done).toBe(true);
    }
    const open = await logins.owner.query(`select has_table_privilege('public', '"component"', 'SELECT') as "isOpen"`);
    expect(open.rows).toEqual([{ isOpen: false }]);
  });

  it('cannot let one login become the other', async () => {
    const { app, system } = logins.addresses;
    await expect(as(app, 'set role faultline_system')).rejects.toMatchObject({ code: '42501' });
    await expect(as(system, 'set role faultline_app')).rejects.toMatchObject({ code: '42501' });
  });

  it('gets an error, never fewer rows, if it turns row security off', async () => {
    await expect(as(logins.addresses.app, 'set row_security = off; select * from "component"')).rejects.toMatchObject({ code: '42501' });
  });
});
