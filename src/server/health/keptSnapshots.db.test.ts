/** An unchanged snapshot is answered without being read again, and every change to it shows at once. */
import { expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant, WITHOUT_REVENUE } from '@/test/tenants';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptSignal } from './acceptSignals';
import { consumeHealth } from './consume';
import { comment, resolve } from './actOnIncident';
import { listIncidents } from './listIncidents';
import { createWindow } from './maintenanceWindows';
import { getIncident } from './readIncidents';
import { readSnapshot } from './readImpact';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

async function report(tenant: TenantDb, component: string, state: 'Healthy' | 'Outage'): Promise<void> {
  await acceptSignal(tenant, 'Enterprise', { component, state }, new Date());
  await consumeHealth(30_000, tenant.tenantId);
}

/** Empties the lists of the stored snapshot but keeps its version, so that a second reading would find nothing. */
async function emptyStoredLists(tenant: TenantDb): Promise<void> {
  await write(tenant, (tx) => tx.impactSnapshot.update({ where: { tenantId: tenant.tenantId }, data: { lists: null } }));
}

const unhealthyIn = async (tenant: TenantDb): Promise<string[]> =>
  (await readSnapshot(tenant, EVERYTHING)).unhealthy.map(({ technicalName }) => technicalName);

it('a snapshot is cached until a turn writes another, with waiting signals counted each time, with and without revenue', async () => {
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

/** Changes the stored name of the cause without an event, so that only a second reading of the page would show it. */
async function blankCauses(tenant: TenantDb, causeName: string): Promise<void> {
  await write(tenant, (tx) => tx.incident.updateMany({ where: { tenantId: tenant.tenantId }, data: { causeName } }));
}

it('a page of incidents is cached in the same way, until a turn, a person, the landscape or time changes its content', async () => {
  const tenant = await newTenant(database);
  const { id: applicationId } = await createEntity(tenant, EVERYTHING, 'application', named('app'));
  const web = await createEntity(tenant, EVERYTHING, 'component', { ...named('web'), applicationId });
  await createEntity(tenant, EVERYTHING, 'component', { ...named('stock'), applicationId });
  const now = new Date();
  const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
  const page = async (at = now) => (await listIncidents(tenant, {}, at)).items;
  const causes = async (at = now): Promise<string[]> => (await page(at)).map(({ cause }) => cause);
  expect(await causes()).toEqual([]);
  await report(tenant, 'web', 'Outage');
  const [first] = await page();
  const id = first?.id ?? '';
  expect(first).toMatchObject({ cause: 'web', isUnderMaintenance: false });
  await blankCauses(tenant, 'unread');
  // A caller who reverses an answer changes only their own copy.
  (await page()).reverse().pop();
  expect(await causes()).toEqual(['web']);
  // A different question is a different page.
  expect((await listIncidents(tenant, { limit: 1 }, now)).items.map(({ cause }) => cause)).toEqual(['unread']);
  await comment(tenant, EVERYTHING, id, 'Seen.', now);
  expect((await page())[0]).toMatchObject({ cause: 'unread', version: (first?.version ?? 0) + 1 });
  await blankCauses(tenant, 'web');
  await report(tenant, 'stock', 'Outage');
  expect(await causes()).toEqual(['stock', 'web']);
  await blankCauses(tenant, 'unread');
  await createWindow(
    tenant,
    EVERYTHING,
    {
      kind: 'component',
      entity: 'web',
      reason: 'Hardware',
      startsAt: later(10).toISOString(),
      endsAt: later(20).toISOString(),
    },
    now,
  );
  const maintained = async (at: Date): Promise<boolean[]> => (await page(at)).map(({ isUnderMaintenance }) => isUnderMaintenance);
  expect(await maintained(now)).toEqual([false, false]);
  expect(await maintained(later(15))).toEqual([false, true]);
  expect(await maintained(later(25))).toEqual([false, false]);
  expect(await maintained(now)).toEqual([false, false]);
  await blankCauses(tenant, 'moved');
  await updateEntity(tenant, EVERYTHING, 'component', web.id, { name: 'Web' }, null);
  expect(await causes()).toEqual(['moved', 'moved']);
  await resolve(tenant, EVERYTHING, id, null, now);
  expect((await page()).map(({ state }) => state)).toEqual(['Open', 'Resolved']);
  expect((await getIncident(tenant, id, now)).timeline.map(({ kind }) => kind)).toEqual(['Opened', 'Commented', 'Resolved']);
});

it('pages of incidents of two tenants are kept apart', async () => {
  const [mine, other] = [await newTenant(database), await newTenant(database)];
  const { id: applicationId } = await createEntity(mine, EVERYTHING, 'application', named('app'));
  await createEntity(mine, EVERYTHING, 'component', { ...named('web'), applicationId });
  await report(mine, 'web', 'Outage');
  const now = new Date();
  const [incident] = (await listIncidents(mine, {}, now)).items;
  expect((await listIncidents(other, {}, now)).items).toEqual([]);
  await expect(getIncident(other, incident?.id ?? '', now)).rejects.toMatchObject({ code: 'not_found' });
});
