/** Impact as Prometheus reads it: states while there is trouble, exposure for those who may see revenue, and nothing that is over. */
import { expect, it } from 'vitest';
import { consumeHealth } from '@/server/health/consume';
import { useTestDatabase } from '@/test/database';
import { created, createRestTenant } from '@/test/restTenants';
import { sendToWeb } from '@/test/restMounts';

const { database } = await useTestDatabase();

it('follows an outage from its report to its end', async () => {
  const tenant = await createRestTenant(database, sendToWeb);
  const idOf = async (path: string, json: object, key?: string) => ((await created(tenant, path, json, key)) as { id: string }).id;
  const capabilityId = await idOf('/capabilities', { name: 'Sell', technicalName: 'sell' });
  const shop = {
    name: 'Shop',
    technicalName: 'shop "one"'.replaceAll(/[^a-z]/g, '-'),
    capabilityIds: [capabilityId],
    ownerTeam: 'Team "A"',
  };
  const applicationId = await idOf('/applications', shop);
  const web = await idOf('/components', { name: 'Web', technicalName: 'web', applicationId });
  const db = await idOf('/components', { name: 'Database', technicalName: 'db', applicationId });
  await idOf('/dependencies', { sourceComponentId: web, targetComponentId: db, dependencyType: 'Reads', mode: 'Hard' });
  const share = { capabilityId, revenueShare: 0.5 };
  await idOf(
    '/segments',
    { name: 'People', technicalName: 'people', audienceType: 'Customers', annualRevenue: 8_760_000, capabilities: [share] },
    tenant.keys.revenue,
  );
  const report = async (state: string) => {
    expect((await tenant.call('POST', '/components/db/health', { json: { state } }, tenant.keys.health)).status).toBe(202);
    await consumeHealth(10_000, tenant.tenantId);
  };
  const metrics = async (key: string) => {
    const answer = await tenant.call('GET', '/impact/metrics', {}, key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    return answer.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  };

  await report('Outage');
  const during = await metrics(tenant.keys.revenue);
  expect(during).toEqual(
    expect.arrayContaining([
      'faultline_components{state="Outage"} 1',
      'faultline_components{state="unreported"} 1',
      'faultline_component_state{component="db",reported="true"} 3',
      'faultline_component_state{component="web",reported="false"} 3',
      'faultline_capability_state{capability="sell"} 3',
      'faultline_open_incidents{state="Open"} 1',
      'faultline_pending_signals 0',
      'faultline_exposure_per_hour{currency="EUR",kind="expected"} 500',
      'faultline_exposure_per_hour{currency="EUR",kind="at_risk"} 500',
    ]),
  );
  expect(during.find((line) => line.startsWith('faultline_application_state'))).toMatch(/team="Team \\"A\\""} 3$/);
  const withoutRevenue = await metrics(tenant.keys.read);
  expect(withoutRevenue).toEqual(during.filter((line) => !line.includes('exposure')));

  await report('Healthy');
  const after = await metrics(tenant.keys.revenue);
  expect(after.filter((line) => line.includes('_state{'))).toEqual([]);
  expect(after).toContain('faultline_exposure_per_hour{currency="EUR",kind="expected"} 0');
});
