/** Subscriptions through the pipeline: from signals and time to what a channel gets, and all cases in which it must get nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { SubscriptionCreate } from '@/contract/subscriptions';
import type { WebhookCreate } from '@/contract/webhooks';
import type { AppError } from '@/domain/errors';
import type { HealthState } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING } from '@/test/tenants';
import { endWorlds, webhookWorld, type WebhookWorld } from '@/test/webhookWorld';
import { acceptSignals } from '@/server/health/acceptSignals';
import { claimWork } from '@/server/health/claimWork';
import { createWindow } from '@/server/health/maintenanceWindows';
import { runTurn } from '@/server/health/recompute';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { createEntity } from '@/server/landscape/entities';
import { listChanges } from '@/server/landscape/listChanges';

import { deleteWebhook, getWebhook, testWebhook } from '@/server/webhooks/endpoints';
import { sendWebhook } from '@/server/webhooks/sendWebhook';
import { createSubscription, deleteSubscription, getSubscription, listSubscriptions, updateSubscription } from './subscriptions';
import { read } from '@/server/db/read';

const { database } = await useTestDatabase();
afterEach(endWorlds);

/** All of it lies in the past, so that whatever is due by the clock of these tests is due by the database's too. */
const START = Date.now() - 3 * 3_600_000;
const at = (seconds: number): Date => new Date(START + seconds * 1_000);
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: `The ${technicalName}`, technicalName });
const refusal = (code: string, at?: string) =>
  expect.objectContaining({ code, ...(at === undefined ? {} : { message: expect.stringContaining(at) as string }) }) as AppError;
const asked = { principal: EVERYTHING, plan: 'Enterprise', now: new Date() } as const;

interface World extends WebhookWorld {
  capabilityId: string;
  applicationId: string;
  subscribe: (more?: Partial<SubscriptionCreate>) => ReturnType<typeof createSubscription>;
  turn: (seconds: number, report?: Record<string, HealthState>) => Promise<void>;
  /** The events for the channel, in words. */
  sent: () => Promise<string[]>;
}

/** One application `shop` with the component `db`, of team Web, for the capability `sell`, worth 8,760,000 a year to a segment. */
async function world(webhook: Partial<WebhookCreate> = {}): Promise<World> {
  const base = await webhookWorld(database, { format: 'slack', ...webhook });
  const { tenant, endpoint } = base;
  const { id: capabilityId } = await createEntity(tenant, EVERYTHING, 'capability', named('sell'));
  const { id: applicationId } = await createEntity(tenant, EVERYTHING, 'application', {
    ...named('shop'),
    ownerTeam: 'Web',
    capabilityIds: [capabilityId],
  });
  await createEntity(tenant, EVERYTHING, 'component', { ...named('db'), applicationId });
  await createEntity(tenant, EVERYTHING, 'segment', {
    ...named('customers'),
    audienceType: 'Customers',
    annualRevenue: 8_760_000,
    capabilities: [{ capabilityId, revenueShare: 1 }],
  });
  const turn: World['turn'] = async (seconds, report = {}) => {
    const signals = Object.entries(report).map(([component, state]) => ({ component, state, observedAt: at(seconds).toISOString() }));
    if (signals.length > 0) await acceptSignals(tenant, 'Enterprise', signals, new Date());
    const claim = await claimWork(tenant.tenantId);
    if (claim === null) throw new Error('There is nothing to do.');
    await runTurn(claim, at(seconds));
  };
  return {
    ...base,
    capabilityId,
    applicationId,
    turn,
    subscribe: (more = {}) =>
      createSubscription(tenant, asked, {
        name: 'Nobody can buy',
        webhookId: endpoint.id,
        watch: { kind: 'capability', entity: 'sell' },
        when: { state: 'Degraded' },
        minutes: 0,
        ...more,
      }),
    sent: async () => {
      const rows = await read(tenant, (tx) =>
        tx.event.findMany({ where: { type: { startsWith: 'notification.' } }, orderBy: { sequence: 'asc' } }),
      );
      return rows.map(({ type, payload }) => {
        const { subject, state } = payload as { subject: string; state: string };
        return `${type.slice('notification.'.length)} ${subject} ${state}`;
      });
    },
  };
}

describe('a subscription', () => {
  it('sends one message when something is bad and one when it is over, whatever comes in between', async () => {
    const { tenant, subscribe, turn, sent } = await world();
    const { id } = await subscribe();
    await turn(0, { db: 'Outage' });
    await turn(5, { db: 'Degraded' });
    await turn(10, { db: 'Outage' });
    expect(await sent()).toEqual(['raised The sell Outage']);
    expect(await getSubscription(tenant, asked, id)).toMatchObject({ status: 'Raised', since: at(0).toISOString() });
    await turn(20, { db: 'Healthy' });
    await turn(40, { db: 'Outage' });
    await turn(50, { db: 'Healthy' });
    expect(await sent()).toEqual(['raised The sell Outage']);
    await turn(110);
    expect(await sent()).toEqual(['raised The sell Outage', 'cleared The sell Healthy']);
    expect(await getSubscription(tenant, asked, id)).toMatchObject({ status: 'Quiet', since: null });
    await turn(200, { db: 'Outage' });
    expect(await sent()).toHaveLength(3);
  });

  it('waits for its full delay, even if nothing happens', async () => {
    const { tenant, subscribe, turn, sent } = await world();
    const { id } = await subscribe({ minutes: 5 });
    await turn(0, { db: 'Outage' });
    expect((await getSubscription(tenant, asked, id)).status).toBe('Holding');
    const { dueAt } = await read(tenant, (tx) => tx.healthWork.findUniqueOrThrow({ where: { tenantId: tenant.tenantId } }));
    expect(dueAt).toEqual(at(300));
    await turn(299);
    expect(await sent()).toEqual([]);
    await turn(300);
    expect(await sent()).toEqual(['raised The sell Outage']);
  });

  it.each([
    ['everything', { watch: { kind: 'tenant' } }, 'raised Everything Outage'],
    ['a team', { watch: { kind: 'team', team: 'Web' } }, 'raised Team Web Outage'],
    ['an application', { watch: { kind: 'application', entity: 'shop' } }, 'raised The shop Outage'],
    ['a component', { watch: { kind: 'component', entity: 'db' } }, 'raised The db Outage'],
    ['a segment', { watch: { kind: 'segment', entity: 'customers' } }, 'raised The customers Outage'],
    ['what is lost per hour', { when: { expectedPerHour: 1_000 } }, 'raised The sell Outage'],
    ['more than is lost', { when: { expectedPerHour: 1_001 } }, null],
    [
      'what is lost in a segment',
      { watch: { kind: 'segment', entity: 'customers' }, when: { expectedPerHour: 999.5 } },
      'raised The customers Outage',
    ],
  ] as const)('watches %s', async (_what, more, expected) => {
    const { subscribe, turn, sent } = await world();
    await subscribe(more);
    await turn(0, { db: 'Outage' });
    expect(await sent()).toEqual(expected === null ? [] : [expected]);
  });

  it('is silent for milder states, for maintenance, while paused, and after it was deleted', async () => {
    const { tenant, subscribe, turn, sent } = await world();
    const { id } = await subscribe();
    await turn(0, { db: 'Warning' });
    expect(await sent()).toEqual([]);
    await updateSubscription(tenant, asked, { id, isPaused: true });
    await turn(10, { db: 'Outage' });
    expect([await sent(), (await getSubscription(tenant, asked, id)).status]).toEqual([[], 'Paused']);
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    await createWindow(
      tenant,
      EVERYTHING,
      { kind: 'component', entity: 'db', reason: 'Upgrade', startsAt: at(0).toISOString(), endsAt },
      new Date(),
    );
    await updateSubscription(tenant, asked, { id, isPaused: false });
    await turn(20);
    expect(await sent()).toEqual([]);
    await deleteSubscription(tenant, asked, id);
    await turn(30, { db: 'Degraded' });
    expect(await sent()).toEqual([]);
  });

  it('says that what it watched was deleted, and that the trouble is over', async () => {
    const { tenant, capabilityId, subscribe, turn, sent } = await world();
    const { id } = await subscribe();
    await turn(0, { db: 'Outage' });
    await deleteEntity(tenant, EVERYTHING, 'capability', capabilityId, true, null);
    await turn(10, { db: 'Degraded' });
    await turn(70);
    expect((await sent()).at(-1)).toBe('cleared sell Healthy');
    expect((await getSubscription(tenant, asked, id)).status).toBe('Gone');
  });

  it('starts over with a new condition, and is deleted with its webhook', async () => {
    const { tenant, caller, endpoint, subscribe, turn, sent } = await world();
    const { id } = await subscribe({ when: { state: 'Outage' } });
    await turn(0, { db: 'Degraded' });
    expect(await sent()).toEqual([]);
    await updateSubscription(tenant, asked, { id, when: { state: 'Warning' } });
    await turn(10);
    expect(await sent()).toEqual(['raised The sell Degraded']);
    await deleteWebhook(tenant, caller.actor, endpoint.id);
    await expect(getSubscription(tenant, asked, id)).rejects.toEqual(refusal('not_found'));
  });
});

describe('what a channel gets', () => {
  it('Slack: blocks without markup from names, once for each step, with the same event at every attempt', async () => {
    const { receiver, deliver, subscribe, turn } = await world({ eventTypes: null });
    const bodies: string[] = [];
    receiver.answer = ({ outgoing }) => (bodies.push(outgoing.body) === 1 ? 503 : 200);
    await subscribe({ name: '<!channel> *Nobody* can buy' });
    await turn(0, { db: 'Outage' });
    await deliver();
    const message = JSON.parse(bodies[0] ?? '{}') as {
      text: string;
      blocks: { type: string; text?: { type: string; text: string }; fields?: { type: string; text: string }[] }[];
    };
    expect(message.text).toBe('&lt;!channel&gt; *Nobody* can buy');
    expect(message.blocks[0]?.text).toMatchObject({ type: 'plain_text', text: '🔴 <!channel> *Nobody* can buy' });
    expect(message.blocks[1]?.fields?.map(({ text }) => text)).toEqual([
      'The sell: Outage',
      'Condition: Degraded or worse',
      expect.stringMatching(/^Since: \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
      'Causes: The db (Outage)',
    ]);
    expect(message.blocks.flatMap(({ fields = [] }) => fields).every(({ type }) => type === 'plain_text')).toBe(true);
    receiver.pass(60);
    await deliver();
    // Nothing else that happened is sent to people who did not ask for it.
    expect(bodies).toEqual([bodies[0], bodies[0]]);
  });

  it('Teams: a card, sent only to an allowed address', async () => {
    const arrived: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request
        .on('data', (chunk) => (body += String(chunk)))
        .on('end', () => {
          arrived.push(body);
          response.writeHead(202).end();
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { receiver, deliver, subscribe, turn } = await world({ format: 'teams' });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    receiver.outside.send = (outgoing) => sendWebhook({ ...outgoing, url }, { isLoopbackAllowed: true });
    await subscribe();
    await turn(0, { db: 'Outage' });
    await deliver();
    server.close();
    const { attachments } = JSON.parse(arrived[0] ?? '{}') as {
      attachments: { contentType: string; content: { type: string; body: { inlines: { text: string }[] }[] } }[];
    };
    expect(attachments[0]).toMatchObject({
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: { type: 'AdaptiveCard', version: '1.4' },
    });
    expect(attachments[0]?.content.body.map(({ inlines }) => inlines.map(({ text }) => text).join(''))).toContain('The sell: Outage');
    expect(await sendWebhook({ url, headers: {}, body: '' }, { isLoopbackAllowed: false })).toMatchObject({ statusCode: null });
  });
});

it('the address of a chat is in no answer and no log entry, even when it is disabled because it is gone', async () => {
  const secret = 'B0-the-secret-part';
  const { tenant, receiver, caller, endpoint, deliver } = await world({ url: `https://8.8.8.8/services/${secret}` });
  receiver.answer = () => 410;
  await testWebhook(tenant, caller, endpoint.id);
  await deliver();
  const after = await getWebhook(tenant, endpoint.id);
  expect([after.url, after.disabledReason]).toEqual(['https://8.8.8.8/…', 'Gone']);
  const log = await listChanges(tenant, EVERYTHING, { kind: ['webhook'] });
  expect(log.items.map(({ technicalName }) => technicalName)).toEqual(['https://8.8.8.8/…', 'https://8.8.8.8/…']);
  expect(JSON.stringify([endpoint.url, log])).not.toContain(secret);
});

describe('refusals', () => {
  it.each([
    ['an unknown entity', { watch: { kind: 'capability', entity: 'nowhere' } }, 'watch.entity'],
    ['a team without an application', { watch: { kind: 'team', team: 'Nobody' } }, 'watch.team'],
    ['an unknown webhook', { webhookId: '00000000-0000-4000-8000-000000000000' }, 'webhookId'],
  ] as const)('%s', async (_what, more, where) => {
    const { subscribe } = await world();
    await expect(subscribe(more)).rejects.toEqual(refusal('invalid_input', where));
  });

  it("another tenant's webhook, entity and subscription", async () => {
    const [mine, other] = [await world(), await world()];
    await expect(mine.subscribe({ webhookId: other.endpoint.id })).rejects.toEqual(refusal('invalid_input'));
    await expect(mine.subscribe({ watch: { kind: 'capability', entity: other.capabilityId } })).rejects.toEqual(refusal('invalid_input'));
    const { id } = await other.subscribe();
    await expect(getSubscription(mine.tenant, asked, id)).rejects.toEqual(refusal('not_found'));
    await expect(updateSubscription(mine.tenant, asked, { id, minutes: 9 })).rejects.toEqual(refusal('not_found'));
    await expect(deleteSubscription(mine.tenant, asked, id)).rejects.toEqual(refusal('not_found'));
  });

  it('an amount, set by or sent to somebody who may not see revenue', async () => {
    const { tenant, subscribe } = await world();
    const blind = { ...asked, principal: { ...EVERYTHING, canSeeRevenue: false } };
    const { id } = await subscribe({ when: { expectedPerHour: 5 } });
    expect((await getSubscription(tenant, blind, id)).when).toEqual({ state: null });
    await expect(updateSubscription(tenant, blind, { id, when: { expectedPerHour: 1 } })).rejects.toEqual(refusal('invalid_input'));
    expect((await listSubscriptions(tenant, blind, {})).items.map(({ when }) => when)).toEqual([{ state: null }]);
  });

  it('an amount for something without revenue, and e-mail if the server cannot send any', async () => {
    const { tenant, subscribe } = await world();
    const { id } = await subscribe({ watch: { kind: 'application', entity: 'shop' } });
    await expect(updateSubscription(tenant, asked, { id, when: { expectedPerHour: 1 } })).rejects.toEqual(refusal('invalid_input'));
    await expect(webhookWorld(database, { format: 'email', url: 'mailto:on-call@acme.example' })).rejects.toEqual(refusal('conflict'));
    await expect(webhookWorld(database, { format: 'email', url: 'mailto:a@b.example,c@d.example' })).rejects.toEqual(
      refusal('invalid_input'),
    );
  });
});
