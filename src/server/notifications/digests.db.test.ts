/** Weekly digests: once a week and subscription, only for what changed, and money only for those who may see it. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { EVENT_DATA } from '@/contract/eventData';
import type { Principal } from '@/domain/access';
import type { Role } from '@/domain/vocabulary';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';
import { useTestDatabase } from '@/test/database';
import { openMailbox } from '@/test/mailbox';
import { SYSTEM } from '@/test/restTenants';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { LONG } from '@/test/webhookWorld';
import { createPerson } from '@/server/auth/people';
import { readEvents } from '@/server/events/eventRows';
import { createDependency } from '@/server/landscape/dependencies';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import { readUnsubscribeOffer } from '@/server/auth/unsubscribe';
import { unsubscribeToken } from '@/server/webhooks/unsubscribeToken';
import { deliverWebhooks, realOutside } from '@/server/webhooks/deliverWebhooks';
import { makeDigests } from './digests';
import { subscribeToDigest } from './ownSubscriptions';

const { database } = await useTestDatabase();
const mailbox = await openMailbox();
afterAll(() => mailbox.close());
afterEach(() => void mailbox.received.splice(0));

const WEEK = 7 * 86_400_000;
const START = new Date('2026-11-18T09:00:00Z');
const week = (number: number): Date => new Date(START.getTime() + number * WEEK);

async function subscriber(tenant: TenantDb, role: Role, team: string | null): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@acme.example`;
  const { userId } = await createPerson(database, SYSTEM, { email, password: 'long enough', name: role, tenantId: tenant.tenantId, role });
  const principal: Principal = { type: 'person', id: userId, name: role, scopes: [], role, canSeeRevenue: false };
  const { id } = await subscribeToDigest(tenant, { principal, plan: 'Enterprise', now: START }, { team, webhookId: null });
  return { id, email };
}

/** The shop of team Web, whose database alone takes down the capability `sell`; it earns 8,760,000 a year. */
async function world() {
  const tenant = await newTenant(database);
  const create = (kind: Parameters<typeof createEntity>[2], name: string, more: object = {}) =>
    createEntity(tenant, EVERYTHING, kind, { name, technicalName: name.toLowerCase().replaceAll(' ', '-'), ...more });
  const { id: capabilityId } = await create('capability', 'Sell');
  const { id: shop } = await create('application', 'Shop', { ownerTeam: 'Web', capabilityIds: [capabilityId] });
  await create('component', 'Order database', { applicationId: shop });
  await create('segment', 'Buyers', {
    audienceType: 'Customers',
    annualRevenue: 8_760_000,
    capabilities: [{ capabilityId, revenueShare: 1 }],
  });
  return { tenant, create, shop };
}

/** The text of each mail, by address, without the link and the foot. */
async function mailed(): Promise<Record<string, string[]>> {
  await deliverWebhooks(LONG, realOutside());
  const mails = mailbox.received.splice(0);
  return Object.fromEntries(mails.map(({ to, body }) => [to[0] ?? '', body.split('\n\nhttp')[0]!.split('\n')]));
}

describe('a weekly digest', () => {
  it('comes once a week and only with changes, by team, with money for those who may see it', async () => {
    const { tenant, create } = await world();
    const [owner, viewer, web] = [
      await subscriber(tenant, 'Owner', null),
      await subscriber(tenant, 'Viewer', null),
      await subscriber(tenant, 'Viewer', 'Web'),
    ];
    expect(await makeDigests(tenant, START)).toBe(0);
    expect(await makeDigests(tenant, week(1))).toBe(3);
    expect(await makeDigests(tenant, week(1))).toBe(0);
    const first = 'Single points of failure: 1 (Order database)';
    expect(await mailed()).toEqual({
      [owner.email]: ['Weekly digest: All teams', '', first, 'Costliest failure: Order database, EUR 1,000 per hour'],
      [viewer.email]: ['Weekly digest: All teams', '', first],
      [web.email]: ['Weekly digest: Team Web', '', first],
    });
    const offers = await Promise.all([owner, web].map(({ id }) => readUnsubscribeOffer(unsubscribeToken(tenant.tenantId, id))));
    expect(offers.map((offer) => offer?.name)).toEqual(['the weekly digest of all teams', 'the weekly digest of team Web']);
    const logged = (await readEvents(tenant, 0, 500)).flatMap(({ open, whole }) => [open, whole]);
    const digests = logged.filter(({ type }) => type === 'notification.digest');
    expect(digests.length).toBeGreaterThan(3);
    for (const { data } of digests) expect(EVENT_DATA['notification.digest'].parse(data)).toEqual(data);
    expect(await makeDigests(tenant, week(2))).toBe(0);
    expect(await mailed()).toEqual({});
    const { id: nobodys } = await create('application', 'Mail relay');
    await create('component', 'Relay', { applicationId: nobodys });
    // Two passes at once, as after a restart.
    const made = await Promise.all([makeDigests(tenant, week(3)), makeDigests(tenant, week(3))]);
    expect(made.reduce((sum, count) => sum + count)).toBe(2);
    const news = ['Weekly digest: All teams', '', 'Components without an owner: 1 (new: Relay)'];
    expect(await mailed()).toEqual({ [owner.email]: news, [viewer.email]: news });
  });

  it('names what the team needs without an owner, stale reports, and what is gone', async () => {
    const { tenant, create, shop } = await world();
    const web = await subscriber(tenant, 'Viewer', 'Web');
    const { id: nobodys } = await create('application', 'Mail relay');
    const { id: relay } = await create('component', 'Relay', { applicationId: nobodys });
    const { id: mailer } = await create('component', 'Mailer', { applicationId: shop });
    const edge = { sourceComponentId: mailer, targetComponentId: relay, dependencyType: 'Calls', mode: 'Soft' } as const;
    await createDependency(tenant, EVERYTHING, edge);
    await write(tenant, async (tx) => {
      const { tenantId } = tenant;
      const health = { state: 'Healthy', since: START, observedAt: START, acceptedAt: START, isStale: true } as const;
      await tx.componentHealth.create({ data: { tenantId, componentId: mailer, ...health } });
    });
    await makeDigests(tenant, week(1));
    expect((await mailed())[web.email]).toEqual(
      expect.arrayContaining(['Without an owner, and needed by the team: 1 (Relay)', 'Stale reports: 1 (Mailer)']),
    );
    await updateEntity(tenant, EVERYTHING, 'application', nobodys, { ownerTeam: 'Mail' }, null);
    await makeDigests(tenant, week(2));
    expect((await mailed())[web.email]).toEqual([
      'Weekly digest: Team Web',
      '',
      'Without an owner, and needed by the team: 0 (1 no longer)',
    ]);
    const rows = await read(tenant, (tx) => tx.subscription.findMany({ select: { digestWeek: true } }));
    expect(rows).toEqual([{ digestWeek: new Date('2026-11-30') }]);
  });
});
