/** Each type of event contains exactly what the contract says. */
import { afterEach, expect, it } from 'vitest';
import { EVENT_DATA } from '@/contract/eventData';
import { EVENT_TYPES } from '@/contract/values/events';
import type { HealthState } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING } from '@/test/tenants';
import { endWorlds, webhookWorld } from '@/test/webhookWorld';
import { acceptSignals } from '@/server/health/acceptSignals';
import { acknowledge, resolve } from '@/server/health/actOnIncident';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { consumeHealth } from '@/server/health/consume';
import { listIncidents } from '@/server/health/listIncidents';
import { applyManifest } from '@/server/manifest/applyManifest';
import { keepWeakPoints } from '@/server/weakPoints/keptSummary';
import { testWebhook } from '@/server/webhooks/endpoints';
import { createSubscription, updateSubscription } from '@/server/notifications/subscriptions';

import { readEvents } from './eventRows';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
afterEach(endWorlds);

const named = (technicalName: string): { technicalName: string; name: string } => ({ technicalName, name: `The ${technicalName}` });
const DEPENDENCIES = [
  { source: 'web', target: 'api', dependencyType: 'Calls' },
  { source: 'api', target: 'db', dependencyType: 'Reads' },
];
const manifestWith = (dependencies: readonly object[]): string =>
  JSON.stringify({
    version: 1,
    name: 'shop',
    capabilities: [{ ...named('sell'), criticalityTier: 'MissionCritical' }],
    applications: [
      { ...named('shop'), ownerTeam: 'storefront', capabilities: ['sell'], components: ['web', 'api'].map(named) },
      { ...named('store'), components: [named('db')] },
    ],
    dependencies,
  });

it('each event carries exactly what the contract says', async () => {
  const { tenant, caller, endpoint } = await webhookWorld(database);
  const report = async (signals: Record<string, HealthState>): Promise<void> => {
    await acceptSignals(
      tenant,
      'Enterprise',
      Object.entries(signals).map(([component, state]) => ({ component, state, message: 'seen' })),
      new Date(),
    );
    await consumeHealth(30_000, tenant.tenantId);
  };
  const oldest = async (): Promise<string> => (await listIncidents(tenant, {}, new Date())).items.at(-1)?.id ?? '';
  for (const dependencies of [[], DEPENDENCIES]) {
    const source = { text: manifestWith(dependencies), contentType: 'application/json' } as const;
    await applyManifest(tenant, EVERYTHING, { source, prune: false, impact: false });
    await keepWeakPoints(tenant);
  }
  await testWebhook(tenant, caller, endpoint.id);
  const asked = { principal: EVERYTHING, plan: 'Enterprise', now: new Date() } as const;
  const watch = { kind: 'component', entity: 'db' } as const;
  const { id } = await createSubscription(tenant, asked, {
    name: 'db',
    webhookId: endpoint.id,
    watch,
    when: { state: 'Outage' },
    minutes: 0,
  });
  await report({ web: 'Outage' });
  await acknowledge(tenant, EVERYTHING, await oldest(), new Date());
  await report({ web: 'Healthy' });
  await report({ web: 'Outage' });
  await report({ web: 'Healthy' });
  await report({ api: 'Outage' });
  await report({ web: 'Outage', db: 'Outage' });
  await resolve(tenant, EVERYTHING, await oldest(), null, new Date());
  await report({ db: 'Healthy', api: 'Healthy', web: 'Healthy' });
  await report({ db: 'Outage' });
  await deleteEntity(tenant, EVERYTHING, 'component', 'db', true, null);
  await consumeHealth(30_000, tenant.tenantId);
  // A minute later.
  await write(tenant, (tx) => tx.subscription.updateMany({ data: { overSince: new Date(Date.now() - 61_000) } }));
  await updateSubscription(tenant, asked, { id, minutes: 1 });
  await consumeHealth(30_000, tenant.tenantId);
  await keepWeakPoints(tenant);
  const logged = await readEvents(tenant, 0, 500);
  const events = logged.map(({ open }) => open);
  // Digests are read in the suite that makes them.
  expect([...new Set([...events.map(({ type }) => type), 'notification.digest'])].sort()).toEqual([...EVENT_TYPES].sort());
  const [opened] = events.filter(({ type }) => type === 'incident.opened');
  expect(opened?.data).toMatchObject({
    url: expect.stringMatching(new RegExp(`^https?://[^/]+/t/${tenant.tenantId}/incidents/${String(opened?.data.id)}$`)) as string,
    causeName: 'The web',
    application: named('shop'),
    team: 'storefront',
    counts: { components: 1, applications: 1 },
  });
  // The acknowledged incident continues with the deeper cause.
  const isDeepest = ({ type, data }: (typeof events)[number]) =>
    type.startsWith('incident.') && data.cause === 'db' && data.state === 'Acknowledged';
  const deepest = events.filter(isDeepest).at(-1);
  expect(deepest?.data).toMatchObject({ application: named('store'), team: null, counts: { components: 3, applications: 2 } });
  const [removed] = events.filter(({ type }) => type === 'incident.removed');
  expect(removed?.data).toMatchObject({
    state: 'Removed',
    cause: 'db',
    causeName: 'db',
    resolvedAt: null,
    application: null,
    symptoms: [],
  });
  expect(events.find(({ type }) => type === 'health.changed')?.data).toMatchObject({ component: 'web', componentName: 'The web' });
  expect(events.find(({ type }) => type === 'situation.changed')?.data).toMatchObject({ joined: ['web'], names: { web: 'The web' } });
  for (const { type, data } of logged.flatMap(({ open, whole }) => [open, whole]))
    expect([type, EVENT_DATA[type].parse(data)]).toEqual([type, data]);
});
