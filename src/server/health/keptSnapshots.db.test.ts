/** A snapshot that did not change is answered without being read again, and whatever changes it is seen at once. */
import { expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant, WITHOUT_REVENUE } from '@/test/tenants';
import { createEntity } from '../landscape/entities';
import { inTenant, type TenantDb } from '../tenantDb';
import { acceptSignal } from './acceptSignals';
import { consumeHealth } from './consume';
import { readSnapshot } from './readImpact';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

async function report(tenant: TenantDb, component: string, state: 'Healthy' | 'Outage'): Promise<void> {
  await acceptSignal(tenant, 'Enterprise', { component, state }, new Date());
  await consumeHealth(30_000, tenant.tenantId);
}

/** Takes away what the snapshot lists, and leaves what names it: whoever reads it again finds nothing. */
async function emptyStoredLists(tenant: TenantDb): Promise<void> {
  await inTenant(tenant, (tx) => tx.impactSnapshot.update({ where: { tenantId: tenant.tenantId }, data: { lists: null } }));
}

const unhealthyIn = async (tenant: TenantDb): Promise<string[]> =>
  (await readSnapshot(tenant, EVERYTHING)).unhealthy.map(({ technicalName }) => technicalName);

it('is kept while no turn writes another, with what waits counted anew, for each right to see revenue', async () => {
  const tenant = await newTenant(database);
  const { id: applicationId } = await createEntity(tenant, EVERYTHING, 'application', named('app'));
  expect((await readSnapshot(tenant, EVERYTHING)).states).toMatchObject({ unreported: 0 });
  for (const name of ['web', 'stock']) await createEntity(tenant, EVERYTHING, 'component', { ...named(name), applicationId });
  expect((await readSnapshot(tenant, EVERYTHING)).states).toMatchObject({ unreported: 2 });
  await report(tenant, 'web', 'Outage');
  const first = await readSnapshot(tenant, EVERYTHING);
  expect(first.unhealthy.map(({ technicalName }) => technicalName)).toEqual(['web']);
  expect(await readSnapshot(tenant, WITHOUT_REVENUE)).not.toHaveProperty('revenueExposure');
  await emptyStoredLists(tenant);
  expect(await readSnapshot(tenant, EVERYTHING)).toEqual(first);
  await acceptSignal(tenant, 'Enterprise', { component: 'stock', state: 'Outage' }, new Date());
  expect(await readSnapshot(tenant, EVERYTHING)).toEqual({ ...first, pendingSignals: 1 });
  await consumeHealth(30_000, tenant.tenantId);
  expect(await unhealthyIn(tenant)).toEqual(['stock', 'web']);
  await report(tenant, 'stock', 'Healthy');
  expect(await unhealthyIn(tenant)).toEqual(['web']);
});
