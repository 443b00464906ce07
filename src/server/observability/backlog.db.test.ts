/** Queues in the metrics: pending work of all tenants is counted; finished work, and work that waits on purpose, is not. */
import { beforeEach, expect, it } from 'vitest';
import { database as served } from '@/server/db/database';
import { consumeHealth } from '@/server/health/consume';
import { setFrozen } from '@/server/landscape/freeze';
import { forgetProcessState } from '@/server/processState';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { useOwnDatabase } from '@/test/database';
import { sendToWeb } from '@/test/restMounts';
import { created, createRestTenant, SYSTEM, type RestTenant } from '@/test/restTenants';
import { metricsProbe } from './probes';

const { database } = await useOwnDatabase();

let tenants: RestTenant[];

beforeEach(async () => {
  tenants = [await createRestTenant(database, sendToWeb), await createRestTenant(database, sendToWeb)];
  for (const tenant of tenants) {
    const { id } = (await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' })) as { id: string };
    await created(tenant, '/components', { name: 'Web', technicalName: 'web', applicationId: id });
  }
});

/** The current value of each metric without labels. */
async function values(...names: string[]): Promise<number[]> {
  forgetProcessState('backlog');
  const { body } = await metricsProbe(null, true);
  return names.map((name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1] ?? Number.NaN));
}

it('counts signals of all tenants until they are processed, but not those of a frozen tenant', async () => {
  for (const tenant of tenants) await tenant.call('POST', '/components/web/health', { json: { state: 'Outage' } });
  expect(await values('faultline_signals_waiting')).toEqual([2]);
  await database.pool.query('select pg_sleep(0.01)');
  expect((await values('faultline_signals_oldest_seconds'))[0]).toBeGreaterThan(0.009);
  await setFrozen(database, SYSTEM, tenants[1]?.tenantId ?? '', true);
  expect(await values('faultline_signals_waiting')).toEqual([1]);
  await consumeHealth(30_000, tenants[0]?.tenantId);
  expect(await values('faultline_signals_waiting', 'faultline_signals_oldest_seconds', 'faultline_signal_lag_seconds_count')).toEqual([
    0, 0, 1,
  ]);
});

it('counts events for each webhook until they are sent, and how long each has waited', async () => {
  const [tenant] = tenants;
  if (tenant === undefined) throw new Error('There are two tenants.');
  for (const url of ['https://8.8.8.8/', 'https://8.8.4.4/']) await created(tenant, '/webhooks', { url });
  const [before = 0] = await values('faultline_webhook_events_waiting');
  await tenant.call('PATCH', '/applications/shop', { json: { name: 'Another' } });
  expect(await values('faultline_webhook_events_waiting')).toEqual([before + 2]);
  const sent = { statusCode: 200, error: null, retryAfterSeconds: null, responseExcerpt: null, durationMilliseconds: 1 };
  await deliverWebhooks(30_000, { send: () => Promise.resolve(sent), now: () => new Date(), random: () => 0 });
  expect(await values('faultline_webhook_events_waiting', 'faultline_webhook_lag_seconds_count')).toEqual([0, 2 + before]);
});

it('leaves out the queues while the database is down, and reports everything else', async () => {
  forgetProcessState('backlog');
  const { systemPool } = served();
  const { query } = systemPool;
  systemPool.query = () => Promise.reject(new Error('away'));
  try {
    const { status, body } = await metricsProbe(null, true);
    expect([status, /^faultline_signals_waiting /m.test(body), /^faultline_database_connections\{/m.test(body)]).toEqual([
      200,
      false,
      true,
    ]);
  } finally {
    systemPool.query = query;
  }
});
