/** Who gets the exposure of an incident in its events: those who may see revenue at that moment, and nobody else. */
import { afterEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { readStream, type FeedReader } from '@/test/feedReader';
import { signedInMember } from '@/test/restPeople';
import { SYSTEM, createKey } from '@/test/restTenants';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { Receiver } from '@/test/webhookReceiver';
import { endWorlds, freshUrl, LONG } from '@/test/webhookWorld';
import type { HealthState } from '@/domain/vocabulary';
import { revokeApiKey } from '@/server/auth/apiKeys';
import { admit } from '@/server/auth/admit';
import { findRefused } from '@/server/auth/findRefused';
import { updateTenant } from '@/server/auth/tenants';
import { eventFeed, sweepFeeds } from '@/server/feed/eventFeed';
import { acceptSignals } from '@/server/health/acceptSignals';
import { acknowledge } from '@/server/health/actOnIncident';
import { consumeHealth } from '@/server/health/consume';
import { listIncidents } from '@/server/health/listIncidents';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { TenantDb } from '@/server/db/tenantDb';
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { getDelivery, listDeliveries } from '@/server/webhooks/deliveries';
import { createWebhook, updateWebhook, type WebhookCaller } from '@/server/webhooks/endpoints';

const { database } = await useTestDatabase();
afterEach(endWorlds);

/** A year of the shop is worth 8,760,000, so an hour 1,000. */
const MANIFEST = JSON.stringify({
  version: 1,
  name: 'shop',
  applications: [{ technicalName: 'shop', name: 'Shop', capabilities: ['sell'], components: [{ technicalName: 'web', name: 'Web' }] }],
  capabilities: [{ technicalName: 'sell', name: 'Sell' }],
  segments: [
    {
      technicalName: 'buyers',
      name: 'Buyers',
      audienceType: 'Customers',
      annualRevenue: 8_760_000,
      capabilities: [{ capability: 'sell', revenueShare: 1 }],
    },
  ],
});
const DEGRADED = { currency: 'EUR', expectedPerHour: 500, perHour: 1_000 };
const NOTHING = { currency: 'EUR', expectedPerHour: 0, perHour: 0 };

async function shop(): Promise<TenantDb> {
  const tenant = await newTenant(database);
  await applyManifest(tenant, EVERYTHING, { source: { text: MANIFEST, contentType: 'application/json' }, prune: false, impact: false });
  await updateTenant(tenant, EVERYTHING, { resolveAfterSeconds: 0 }, null);
  return tenant;
}

async function report(tenant: TenantDb, state: HealthState): Promise<void> {
  await acceptSignals(tenant, 'Enterprise', [{ component: 'web', state }], new Date());
  await consumeHealth(30_000, tenant.tenantId);
}

async function keyOf(tenant: TenantDb, canSeeRevenue: boolean) {
  return createKey(database, tenant.tenantId, ['read', 'write'], { canSeeRevenue });
}

describe('a webhook', () => {
  const by = (id: string, type: 'key' | 'person' = 'key'): WebhookCaller => ({
    actor: { type, id, name: 'somebody' },
    plan: 'Enterprise',
    now: new Date(),
  });
  const endpointOf = (tenant: TenantDb, caller: WebhookCaller) =>
    createWebhook(tenant, caller, { url: freshUrl(), eventTypes: ['incident.opened', 'incident.updated', 'incident.resolved'] });

  /** Type and exposure of the events that each address gets now; `undefined` if the field is missing. */
  async function sent(receiver: Receiver, url: string): Promise<[string, unknown][]> {
    receiver.received.length = 0;
    await deliverWebhooks(LONG, receiver.outside);
    return receiver.received.flatMap(({ url: to, event }) => (to === url ? [[event.type, event.data.exposure] as [string, unknown]] : []));
  }

  it('of a key with the right to see revenue gets amounts with each step, and of a key without it none', async () => {
    const tenant = await shop();
    const [seeing, blind] = [await keyOf(tenant, true), await keyOf(tenant, false)];
    const [mine, theirs] = [await endpointOf(tenant, by(seeing.id)), await endpointOf(tenant, by(blind.id))];
    await report(tenant, 'Degraded');
    const [incident] = (await listIncidents(tenant, {}, new Date())).items;
    await acknowledge(tenant, EVERYTHING, incident?.id ?? '', new Date());
    await report(tenant, 'Healthy');
    const receiver = new Receiver();
    expect(await sent(receiver, mine.url)).toEqual([
      ['incident.opened', DEGRADED],
      ['incident.updated', DEGRADED],
      ['incident.updated', NOTHING],
      ['incident.resolved', NOTHING],
    ]);
    const others = receiver.received.filter(({ url }) => url === theirs.url);
    expect(others.map(({ event }) => 'exposure' in event.data)).toEqual([false, false, false, false]);
    const [delivery] = (await listDeliveries(tenant, { endpointId: mine.id })).items;
    expect('exposure' in (await getDelivery(tenant, delivery?.id ?? '')).message.data).toBe(false);
  });

  it('gets no amounts once its creator has lost the right, not even in pending deliveries', async () => {
    const tenant = await shop();
    const { id } = await keyOf(tenant, true);
    const { url } = await endpointOf(tenant, by(id));
    const receiver = new Receiver();
    receiver.answer = () => 500;
    await report(tenant, 'Degraded');
    expect(await sent(receiver, url)).toEqual([['incident.opened', DEGRADED]]);
    await revokeApiKey(tenant, SYSTEM, id);
    receiver.answer = () => 204;
    receiver.pass(3_600);
    expect(await sent(receiver, url)).toEqual([['incident.opened', undefined]]);
  });

  it('of a person gets amounts while their role may see revenue, and belongs to whoever changes its address', async () => {
    const tenant = await shop();
    const { principal } = await admit(
      {
        tenantId: tenant.tenantId,
        authorization: null,
        session: await signedInMember(database, tenant.tenantId, 'Admin'),
        now: new Date(),
      },
      { scope: 'read', role: 'Admin' },
    );
    const { id, url } = await endpointOf(tenant, by(principal.id, 'person'));
    const receiver = new Receiver();
    await updateTenant(tenant, EVERYTHING, { revenueVisibleTo: ['Owner', 'Admin'] }, null);
    await report(tenant, 'Degraded');
    expect(await sent(receiver, url)).toEqual([['incident.opened', DEGRADED]]);
    await updateTenant(tenant, EVERYTHING, { revenueVisibleTo: ['Owner'] }, null);
    await report(tenant, 'Outage');
    expect(await sent(receiver, url)).toEqual([['incident.updated', undefined]]);
    await updateTenant(tenant, EVERYTHING, { revenueVisibleTo: ['Owner', 'Admin'] }, null);
    const elsewhere = freshUrl();
    await updateWebhook(tenant, by((await keyOf(tenant, false)).id), { id, url: elsewhere });
    await report(tenant, 'Degraded');
    expect(await sent(receiver, elsewhere)).toEqual([['incident.updated', undefined]]);
  });
});

describe('a live feed', () => {
  const READ = { scope: 'read', role: 'Viewer' } as const;
  const readers: FeedReader[] = [];
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.close();
  });

  async function follow(
    tenant: TenantDb,
    more: { authorization?: string; session?: Headers },
    start: number | null = null,
  ): Promise<FeedReader> {
    const credentials = { tenantId: tenant.tenantId, authorization: null, session: null, ...more, now: new Date() };
    const reader = readStream((await eventFeed(await admit(credentials, READ), start, findRefused)).open());
    readers.push(reader);
    await reader.next();
    return reader;
  }

  async function exposures(reader: FeedReader, count: number): Promise<unknown[]> {
    const found: unknown[] = [];
    while (found.length < count) {
      const block = await reader.next();
      if (block === null) return [...found, 'end'];
      if (block.event?.startsWith('incident.') === true) found.push((block.data as { data: { exposure?: unknown } }).data.exposure);
    }
    return found;
  }

  it('contains amounts only for those who may see revenue, both from the log and live', async () => {
    const tenant = await shop();
    const [seeing, blind] = [(await keyOf(tenant, true)).key, (await keyOf(tenant, false)).key];
    const live = [await follow(tenant, { authorization: `Bearer ${seeing}` }), await follow(tenant, { authorization: `Bearer ${blind}` })];
    await report(tenant, 'Degraded');
    expect(await Promise.all(live.map((reader) => exposures(reader, 1)))).toEqual([[DEGRADED], [undefined]]);
    const late = [
      await follow(tenant, { authorization: `Bearer ${seeing}` }, 0),
      await follow(tenant, { authorization: `Bearer ${blind}` }, 0),
    ];
    expect(await Promise.all(late.map((reader) => exposures(reader, 1)))).toEqual([[DEGRADED], [undefined]]);
  });

  it('ends when the right to revenue is lost, and reconnects without amounts', async () => {
    const tenant = await shop();
    await updateTenant(tenant, EVERYTHING, { revenueVisibleTo: ['Owner', 'Viewer'] }, null);
    const [viewer, owner] = [
      await signedInMember(database, tenant.tenantId, 'Viewer'),
      await signedInMember(database, tenant.tenantId, 'Owner'),
    ];
    const [losing, keeping] = [await follow(tenant, { session: viewer }), await follow(tenant, { session: owner })];
    await updateTenant(tenant, EVERYTHING, { revenueVisibleTo: ['Owner'] }, null);
    await sweepFeeds(new Date());
    expect(await exposures(losing, 1)).toEqual(['end']);
    const back = await follow(tenant, { session: viewer });
    await report(tenant, 'Degraded');
    expect(await Promise.all([exposures(back, 1), exposures(keeping, 1)])).toEqual([[undefined], [DEGRADED]]);
  });
});
