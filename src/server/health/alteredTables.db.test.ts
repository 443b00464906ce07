/** A turn finishes although somebody waits to alter a table that it has read. */
import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createEntity } from '@/server/landscape/entities';
import { currentGraph } from '@/server/graphs/graphStore';
import { useOwnDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { acceptSignal } from './acceptSignals';
import { consumeHealth } from './consume';

const { database, owner } = await useOwnDatabase();

/** Until somebody waits for the table. */
const awaited = (table: string): Promise<boolean> =>
  vi.waitUntil(
    async () => {
      const { rowCount } = await owner.query(`select 1 from pg_locks where relation = $1::regclass and not granted`, [`"${table}"`]);
      return rowCount !== 0;
    },
    { timeout: 20_000 },
  );

/** Holds only this table, as whoever alters one does, and lets it go at once: two at a time could wait for each other with the next claim. */
async function alter(client: pg.PoolClient, table: string): Promise<void> {
  await client.query('begin');
  await client.query(`lock table "${table}" in access exclusive mode`);
  await client.query('rollback');
}

it('a turn asks for nothing that waits behind whoever waits for the turn', async () => {
  const tenant = await newTenant(database);
  const { id: applicationId } = await createEntity(tenant, EVERYTHING, 'application', { name: 'shop', technicalName: 'shop' });
  await createEntity(tenant, EVERYTHING, 'component', { name: 'web', technicalName: 'web', applicationId });
  await currentGraph(tenant);
  await acceptSignal(tenant, 'Enterprise', { component: 'web', state: 'Outage' }, new Date());
  const [blocker, first, second] = [await owner.connect(), await owner.connect(), await owner.connect()];
  try {
    await blocker.query('begin; lock table "component_health" in access exclusive mode');
    const consumed = consumeHealth(30_000, tenant.tenantId);
    await awaited('component_health');
    const altered = Promise.all([alter(first, 'landscape_version'), alter(second, 'tenant')]);
    await awaited('landscape_version');
    await awaited('tenant');
    await blocker.query('rollback');
    await altered;
    expect(await consumed).toMatchObject({ tenants: 1, signals: 1, failures: 0 });
  } finally {
    for (const client of [blocker, first, second]) client.release(true);
  }
});
