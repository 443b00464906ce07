/**
 * What the catalog of the real schema says about distributing it over nodes, and what `npm run admin -- distribute` does on a server with
 * only one node.
 */
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { PATIENT } from '@/test/patience';
import { STEADY_FUNCTIONS } from '@/test/statements/tenantReach';
import { distribute, lockTables, readCatalog } from './distribute';
import { planDistribution, type PlacedTable } from './planDistribution';
import { rebalance } from './rebalance';
import { LOCAL_TABLES, REFERENCE_TABLES, TENANT_TABLES } from './tables';

const { owner, addresses } = await useOwnDatabase();
const silent = (): void => undefined;

it('every table is in exactly one list', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname collate "C"`,
  );
  const listed = [...Object.keys(TENANT_TABLES), ...REFERENCE_TABLES, ...LOCAL_TABLES];
  expect(rows.map(({ name }) => name)).toEqual([...listed].sort());
  expect(new Set(listed).size).toBe(listed.length);
});

it('no table copied to all nodes refers to a table spread over them, and no policy reads another table', async () => {
  const { rows: keys } = await owner.query(
    `select conname from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) and confrelid = any($2::regclass[])`,
    [REFERENCE_TABLES.map((name) => `"${name}"`), Object.keys(TENANT_TABLES).map((name) => `"${name}"`)],
  );
  const { rows: policies } = await owner.query(
    `select tablename, policyname from pg_policies where schemaname = current_schema() and concat(qual, with_check) ilike '%select%'`,
  );
  expect({ keys, policies }).toEqual({ keys: [], policies: [] });
});

it('no key of a tenant table changes along with the row that it refers to, and no view reads tables with the rights of its owner', async () => {
  const { rows: keys } = await owner.query(
    `select conname from pg_constraint where contype = 'f' and confupdtype not in ('a', 'r') and conrelid = any($1::regclass[]) and confrelid = any($1::regclass[])`,
    [Object.keys(TENANT_TABLES).map((name) => `"${name}"`)],
  );
  const { rows: views } = await owner.query(
    `select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('v', 'm')`,
  );
  // A distribution drops this one, which replicas of an older version read.
  expect({ keys, views }).toEqual({ keys: [], views: [{ relname: 'member' }] });
});

it('no tenant table takes numbers from a sequence, which would jump from node to node', async () => {
  const { rows } = await owner.query(
    `select c.relname, a.attname from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
     where c.relnamespace = current_schema()::regnamespace and pg_get_expr(d.adbin, d.adrelid) like '%nextval%'
     union all select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attidentity <> ''`,
  );
  expect(rows).toEqual([]);
});

it('every function that is treated as immutable is immutable in the catalog too', async () => {
  const { rows } = await owner.query(`select distinct proname from pg_proc where proname = any($1::text[]) and provolatile = 'v'`, [
    STEADY_FUNCTIONS,
  ]);
  expect(rows).toEqual([]);
});

it('the plan has a step for every table, after the tables that its keys refer to, and nothing once all is done', async () => {
  const catalog = await readCatalog(owner);
  const steps = planDistribution(catalog, []);
  expect(steps.map(({ table }) => table).sort()).toEqual([...Object.keys(TENANT_TABLES), ...REFERENCE_TABLES, ...LOCAL_TABLES].sort());
  const place = new Map(steps.map(({ table }, index) => [table, index]));
  const early = catalog.flatMap(({ name, references }) =>
    references.filter((to) => to !== name && place.get(to)! > place.get(name)!).map((to) => `${name} before ${to}`),
  );
  expect(early).toEqual([]);
  const placed = steps.map(({ table }): PlacedTable => {
    const column = TENANT_TABLES[table];
    if (LOCAL_TABLES.includes(table)) return { name: table, kind: 'local', column: null, colocation: null };
    return column === undefined
      ? { name: table, kind: 'reference', column: null, colocation: 1 }
      : { name: table, kind: 'distributed', column, colocation: 2 };
  });
  expect(planDistribution(catalog, placed)).toEqual([]);
});

it('a plain PostgreSQL gets the same plan each time, and a refusal to carry it out', async () => {
  const planned = await distribute({ url: addresses.owner, serving: addresses, isDryRun: true, say: silent });
  expect([planned.isDone, planned.isCitus, planned.tables]).toEqual([false, false, []]);
  expect(planned.steps[0]?.statements).toContain(`select create_reference_table('"user"')`.replace('user', planned.steps[0]?.table ?? ''));
  expect(await distribute({ url: addresses.owner, serving: addresses, isDryRun: true, say: silent })).toEqual(planned);
  await expect(distribute({ url: addresses.owner, serving: addresses, isDryRun: false, say: silent })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringMatching(/^This is a plain PostgreSQL.*Citus 12 or newer.*--dry-run/s),
  });
  await expect(rebalance({ url: addresses.owner, say: silent })).rejects.toMatchObject({ code: 'invalid_input' });
});

it('a table that is in no list is refused by name', async () => {
  await owner.query('create table "mine" (id int)');
  try {
    const { faults } = await distribute({ url: addresses.owner, serving: addresses, isDryRun: true, say: silent });
    expect(faults).toEqual([expect.stringContaining('Nobody said where mine belongs')]);
  } finally {
    await owner.query('drop table "mine"');
  }
});

it('only one command at a time changes where tables are', async () => {
  const [first, second] = [new Client({ connectionString: addresses.owner }), new Client({ connectionString: addresses.owner })];
  await Promise.all([first.connect(), second.connect()]);
  try {
    expect([await lockTables(first), await lockTables(second)]).toEqual([true, false]);
    await first.end();
    await expect.poll(() => lockTables(second), PATIENT).toBe(true);
  } finally {
    await second.end();
  }
});
