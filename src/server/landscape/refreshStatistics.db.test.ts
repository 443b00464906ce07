/** After a bulk write the database knows the size of its tables, without waiting for its own schedule. */
import { expect, it, vi } from 'vitest';
import { applyManifest } from '@/server/manifest/applyManifest';
import { useOwnDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';

const { database, owner } = await useOwnDatabase();
const COUNT = 2_000;

async function rowsAssumed(table: string): Promise<number> {
  const { rows } = await owner.query<{ assumed: number }>('select reltuples::float8 as assumed from pg_class where oid = $1::regclass', [
    table,
  ]);
  return rows[0]?.assumed ?? -1;
}

it('an apply of many technologies refreshes the statistics of the tables that it filled, and no others', async () => {
  await owner.query('alter table "technology" set (autovacuum_enabled = false); alter table "change" set (autovacuum_enabled = false)');
  const tenant = await newTenant(database);
  const technologies = Array.from({ length: COUNT }, (_, number) => ({ technicalName: `t-${number}`, name: `Technology ${number}` }));
  const text = JSON.stringify({ version: 1, name: 'many', technologies });
  await applyManifest(tenant, EVERYTHING, { source: { text, contentType: 'application/json' }, prune: false, impact: false });
  for (const table of ['technology', 'change'])
    await vi.waitFor(async () => expect(await rowsAssumed(table)).toBe(COUNT), { timeout: 30_000 });
  expect(await rowsAssumed('dataset')).toBe(-1);
});
