/** What is deleted after some time, and what must stay. */
import { expect, it } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { acceptSignal } from './health/acceptSignals';
import { consumeHealth } from './health/consume';
import { readSnapshot } from './health/readImpact';
import { tidyUp } from './housekeeping';
import { createEntity } from './landscape/entities';
import type { TenantDb } from './db/tenantDb';
import { read } from './db/read';
import { write } from './db/write';

const { database } = await useOwnDatabase();

async function reported(state: 'Outage' | 'Warning'): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const application = await createEntity(tenant, EVERYTHING, 'application', { name: 'shop', technicalName: 'shop' });
  await createEntity(tenant, EVERYTHING, 'component', { name: 'db', technicalName: 'db', applicationId: application.id });
  for (const each of [state, 'Healthy', state] as const) {
    await acceptSignal(tenant, 'Enterprise', { component: 'db', state: each }, new Date());
    await consumeHealth(30_000, tenant.tenantId);
  }
  return tenant;
}

it('deletes outcomes of signals after 90 days, in every tenant; reports and incidents stay', async () => {
  const [tenant, other] = [await reported('Outage'), await reported('Warning')];
  for (const each of [tenant, other])
    await write(
      each,
      (tx) => tx.$executeRaw`
      update "health_signal_record" set "handledAt" = now() - case when "state" = 'Healthy' then interval '89 days 23 hours' else interval '90 days 1 hour' end`,
    );
  expect(await tidyUp()).toMatchObject({ healthSignals: 4 });
  for (const each of [tenant, other])
    expect(await read(each, (tx) => tx.healthSignalRecord.findMany({ select: { state: true } }))).toEqual([{ state: 'Healthy' }]);
  const { unhealthy, openIncidents } = await readSnapshot(tenant, EVERYTHING);
  expect(unhealthy).toMatchObject([{ technicalName: 'db', state: 'Outage' }]);
  expect(openIncidents).toMatchObject([{ cause: 'db' }]);
  expect(await tidyUp()).toMatchObject({ healthSignals: 0 });
});
