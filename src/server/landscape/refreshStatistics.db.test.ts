/** After a bulk write the database knows the size of its tables, without waiting for its own schedule. */
import { expect, inject, it, vi } from 'vitest';
import { applyManifest } from '@/server/manifest/applyManifest';
import { useOwnDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';

const { database, owner } = await useOwnDatabase();
const COUNT = 2_000;

const ASSUMED = 'select reltuples::float8 from pg_class where oid =';
/** On a Citus, rows are in the shards, of which only one has the rows of the tenant. */
const ASSUMED_BY_SHARDS = `select max(result::float8) as assumed from run_command_on_shards($1, $$${ASSUMED} '%s'::regclass$$)`;

/** -1 if nothing has ever counted them. */
async function rowsAssumed(table: string): Promise<number> {
  const sql = inject('citus') === null ? `select (${ASSUMED} $1::regclass) as assumed` : ASSUMED_BY_SHARDS;
  const { rows } = await owner.query<{ assumed: number }>(sql, [table]);
  return rows[0]?.assumed ?? -1;
}

it('an apply of many technologies refreshes the statistics of the tables that it filled, and no others', async () => {
  for (const table of ['technology', 'change']) await owner.query(`alter table "${table}" set (autovacuum_enabled = false)`);
  const tenant = await newTenant(database);
  const technologies = Array.from({ length: COUNT }, (_, number) => ({ technicalName: `t-${number}`, name: `Technology ${number}` }));
  const text = JSON.stringify({ version: 1, name: 'many', technologies });
  await applyManifest(tenant, EVERYTHING, { source: { text, contentType: 'application/json' }, prune: false, impact: false });
  for (const table of ['technology', 'change'])
    await vi.waitFor(async () => expect(await rowsAssumed(table)).toBe(COUNT), { timeout: 30_000 });
  expect(await rowsAssumed('dataset')).toBe(-1);
});
