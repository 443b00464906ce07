/** The workers of a process: without a cron route and without a second nudge, they do what is due now and what time alone makes due. */
import { afterEach, expect, it, vi } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { EVERYTHING } from '@/test/tenants';
import { createTenant } from '@/server/auth/tenants';
import { acceptSignal } from '@/server/health/acceptSignals';
import { createEntity } from '@/server/landscape/entities';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { PATIENT } from '@/test/patience';
import { startWorkers, type Workers } from './workers';
import { read } from '@/server/db/read';

const { database, owner } = await useOwnDatabase();

let workers: Workers | null = null;
afterEach(async () => {
  await workers?.stop();
  workers = null;
});

async function tenantOpeningAfter(openAfterSeconds: number): Promise<TenantDb> {
  const input = { name: 'Test', plan: 'Enterprise', openAfterSeconds, recoveryGraceSeconds: 0 } as const;
  const tenant = tenantDb(database, (await createTenant(database, input)).tenantId);
  const { id } = await createEntity(tenant, EVERYTHING, 'application', { name: 'shop', technicalName: 'shop' });
  await createEntity(tenant, EVERYTHING, 'component', { name: 'db', technicalName: 'db', applicationId: id });
  return tenant;
}

const incidentsOf = (tenant: TenantDb) => read(tenant, (tx) => tx.incident.count({ where: { tenantId: tenant.tenantId } }));
const outage = (tenant: TenantDb) => acceptSignal(tenant, 'Enterprise', { component: 'db', state: 'Outage' }, new Date());

it('an incident with an opening delay opens when its time has come', async () => {
  workers = startWorkers(database);
  const tenant = await tenantOpeningAfter(1);
  await outage(tenant);
  await vi.waitFor(async () => expect(await incidentsOf(tenant)).toBe(1), { timeout: 60_000 });
});

it('a process that stops leaves no trace, and the next one takes over all its tenants', async () => {
  workers = startWorkers(database);
  const rows = async () => (await owner.query<{ id: string }>('select id::text as id from replica')).rows.length;
  await vi.waitFor(async () => expect(await rows()).toBe(1), PATIENT);
  const tenant = await tenantOpeningAfter(0);
  await workers.stop();
  expect(await rows()).toBe(0);
  await outage(tenant);
  workers = startWorkers(database);
  await vi.waitFor(async () => expect(await incidentsOf(tenant)).toBe(1), { timeout: 60_000 });
  expect([workers.isOwn(tenant.tenantId), workers.share().replicas]).toEqual([true, 1]);
});
