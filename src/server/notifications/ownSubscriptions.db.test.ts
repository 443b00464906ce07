/** People's own subscriptions: whose they are, where they go, what they may say, and when they end. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { OwnSubscriptionCreate } from '@/contract/notifications';
import type { NewEvent } from '@/contract/eventData';
import { MOST_OWN_SUBSCRIPTIONS } from '@/contract/values/subscriptions';
import type { Principal } from '@/domain/access';
import type { AppError } from '@/domain/errors';
import { MOST_MAILS_AT_ONCE } from '@/domain/notifications/mailLimit';
import type { HealthState, Plan, Role } from '@/domain/vocabulary';
import { asSystem } from '@/server/db/asSystem';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';
import { appendEvents } from '@/server/events/eventLog';
import { forgetProcessState } from '@/server/processState';
import { useTestDatabase } from '@/test/database';
import { openMailbox } from '@/test/mailbox';
import { SYSTEM } from '@/test/restTenants';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { LONG } from '@/test/webhookWorld';
import { changeRole, removeMember } from '@/server/auth/members';
import { createPerson } from '@/server/auth/people';
import { readUnsubscribeOffer, unsubscribe } from '@/server/auth/unsubscribe';
import { acceptSignals } from '@/server/health/acceptSignals';
import { claimWork } from '@/server/health/claimWork';
import { runTurn } from '@/server/health/recompute';
import { createEntity } from '@/server/landscape/entities';
import { claimLane, EMPTY_ROOM, giveUpLane } from '@/server/webhooks/claimLane';
import { listDeliveries } from '@/server/webhooks/deliveries';
import { deliverWebhooks, realOutside } from '@/server/webhooks/deliverWebhooks';
import { membersEndpointId } from '@/server/webhooks/membersEndpoint';
import { runLaneTurn } from '@/server/webhooks/laneTurn';
import { createWebhook, getWebhook, listWebhooks, updateWebhook } from '@/server/webhooks/endpoints';
import type { Outgoing } from '@/server/webhooks/sendWebhook';
import { endOwn, listOwn, subscribe, testOwn, updateOwn } from './ownSubscriptions';
import { getSubscription, listSubscriptions } from './subscriptions';

const { database } = await useTestDatabase();
const mailbox = await openMailbox();
afterAll(() => mailbox.close());
afterEach(() => void mailbox.received.splice(0));

const START = Date.now() - 3 * 3_600_000;
const at = (seconds: number): Date => new Date(START + seconds * 1_000);
const named = (technicalName: string) => ({ name: `The ${technicalName}`, technicalName });
const refusal = (code: string) => expect.objectContaining({ code }) as AppError;
const callerOf = (principal: Principal, plan: Plan = 'Enterprise') => ({ principal, plan, now: at(0) });
const admin = { actor: SYSTEM, plan: 'Enterprise', now: at(0) } as const;
const WISH: OwnSubscriptionCreate = { watch: { kind: 'capability', entity: 'sell' }, state: 'Outage', minutes: 0, webhookId: null };

/** The component `db` of the application `shop`, for the capability `sell`, which earns 8,760,000 a year. */
async function world() {
  const tenant = await newTenant(database);
  const { id: capabilityId } = await createEntity(tenant, EVERYTHING, 'capability', named('sell'));
  const { id: applicationId } = await createEntity(tenant, EVERYTHING, 'application', { ...named('shop'), capabilityIds: [capabilityId] });
  await createEntity(tenant, EVERYTHING, 'component', { ...named('db'), applicationId });
  await createEntity(tenant, EVERYTHING, 'segment', {
    ...named('customers'),
    audienceType: 'Customers',
    annualRevenue: 8_760_000,
    capabilities: [{ capabilityId, revenueShare: 1 }],
  });
  const channel = await createWebhook(tenant, admin, { url: 'https://8.8.8.8/hook', format: 'slack', isOpenToMembers: true });
  return { tenant, channel };
}

async function member(tenant: TenantDb, role: Role, name = 'Ada'): Promise<Principal & { email: string }> {
  const email = `${randomUUID()}@acme.example`;
  const { userId } = await createPerson(database, SYSTEM, { email, password: 'long enough', name, tenantId: tenant.tenantId, role });
  return { type: 'person', id: userId, name, scopes: [], role, canSeeRevenue: role === 'Owner', email };
}

async function turn(tenant: TenantDb, seconds: number, db?: HealthState): Promise<void> {
  const signals = db === undefined ? [] : [{ component: 'db', state: db, observedAt: at(seconds).toISOString() }];
  if (signals.length > 0) await acceptSignals(tenant, 'Enterprise', signals, new Date());
  const claim = await claimWork(tenant.tenantId);
  if (claim === null) throw new Error('There is nothing to do.');
  await runTurn(claim, at(seconds));
}

/** Sends mail for real, and keeps what would go to a channel. */
async function deliver(): Promise<Outgoing[]> {
  const posted: Outgoing[] = [];
  const real = realOutside();
  const send = (outgoing: Outgoing) => {
    if (outgoing.mail !== undefined) return real.send(outgoing);
    posted.push(outgoing);
    return Promise.resolve({ statusCode: 200, error: null, retryAfterSeconds: null, responseExcerpt: null, durationMilliseconds: 1 });
  };
  await deliverWebhooks(LONG, { ...real, send });
  return posted;
}

/** A turn of the sender that is stopped before it sends. */
async function makeMails({ tenantId }: TenantDb): Promise<void> {
  let claim = await claimLane(null, EMPTY_ROOM, [tenantId]);
  // Those of channels wait meanwhile.
  for (; claim !== null && claim.endpointId !== membersEndpointId(tenantId); claim = await claimLane(null, EMPTY_ROOM, [tenantId]))
    await giveUpLane(claim, 60);
  if (claim === null) throw new Error('There is nothing to send.');
  const stop = () => Promise.reject(new Error('stopped'));
  await expect(runLaneTurn(claim, { ...realOutside(), send: stop }, () => false)).rejects.toThrow('stopped');
  await giveUpLane(claim, 0);
}

const tokenIn = (body: string): string => /unsubscribe\/([\w-]+)/.exec(body)?.[1] ?? '';
const watchedBy = async (tenant: TenantDb, principal: Principal) =>
  (await listOwn(tenant, principal)).items.map(({ watch, status }) => [watch.name, status]);

describe('an own subscription', () => {
  it('mails the person when it is bad and when it is over, in one thread, with a way to end it', async () => {
    const { tenant } = await world();
    const ada = await member(tenant, 'Viewer');
    await subscribe(tenant, callerOf(ada), WISH);
    await turn(tenant, 0, 'Outage');
    await deliver();
    await turn(tenant, 60, 'Healthy');
    await turn(tenant, 300);
    await deliver();
    expect(mailbox.received.map(({ to, headers }) => [to, headers.subject])).toEqual([
      [[ada.email], 'The sell is down'],
      [[ada.email], 'Over: The sell is healthy again'],
    ]);
    const [raised, cleared] = mailbox.received;
    expect(cleared?.headers.references).toBe(raised?.headers.references);
    expect(cleared?.headers['message-id']).not.toBe(raised?.headers['message-id']);
    expect(raised?.headers).toMatchObject({
      'list-unsubscribe': expect.stringMatching(/^<http:\/\/localhost:\d+\/unsubscribe\/[\w-]+\/now>$/) as string,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(raised?.body).not.toContain('cost');
    const token = tokenIn(raised?.body ?? '');
    expect(await readUnsubscribeOffer(token)).toEqual({ name: 'The sell' });
    expect([await unsubscribe(token), await unsubscribe(token)]).toEqual([{ name: 'The sell' }, { name: null }]);
    expect(await watchedBy(tenant, ada)).toEqual([]);
    await expect(unsubscribe(`${token.slice(0, -4)}AAAA`)).rejects.toThrow(refusal('not_found'));
  });

  it('that comes with others tells them in one mail, each with a way to end it, and leaves out what has ended meanwhile', async () => {
    const { tenant } = await world();
    const [ada, bob] = [await member(tenant, 'Owner'), await member(tenant, 'Viewer', 'Bob')];
    const about = (kind: 'application' | 'component', entity: string) => ({ ...WISH, watch: { kind, entity } });
    await subscribe(tenant, callerOf(ada), WISH);
    await subscribe(tenant, callerOf(ada), about('application', 'shop'));
    const { id } = await subscribe(tenant, callerOf(ada), about('component', 'db'));
    await subscribe(tenant, callerOf(bob), WISH);
    await turn(tenant, 0, 'Outage');
    await deliver();
    await turn(tenant, 60, 'Healthy');
    await turn(tenant, 300);
    // Its mail is made already, and waits.
    await makeMails(tenant);
    await endOwn(tenant, ada, id);
    await deliver();
    const subjects = ({ email }: { email: string }) =>
      mailbox.received.filter(({ to }) => to.includes(email)).map(({ headers }) => headers.subject);
    expect(subjects(bob)).toEqual(['The sell is down', 'Over: The sell is healthy again']);
    expect(subjects(ada)).toEqual([
      expect.stringMatching(/^The (sell|shop|db) is down, and 2 more$/),
      expect.stringMatching(/^Over: The (sell|shop) is healthy again, and 1 more$/),
    ]);
    const [raised, cleared] = mailbox.received.filter(({ to }) => to.includes(ada.email)).map(({ body }) => body);
    expect(['sell', 'shop', 'db'].map((name) => raised?.split('\n').includes(`The ${name} is down`))).toEqual([true, true, true]);
    expect(raised).toContain('  Expected cost per hour: EUR 1,000');
    expect(cleared).not.toContain('The db');
    const links = [...(cleared ?? '').matchAll(/^Over: (.+) is healthy again: .*\/unsubscribe\/([\w-]+)$/gm)];
    for (const [, name, token = ''] of links) expect(await unsubscribe(token)).toEqual({ name });
    expect([links.length, await watchedBy(tenant, ada)]).toEqual([2, []]);
  });

  it('that says too much within an hour is told at once ten times, then together, with the latest of each', async () => {
    const { tenant } = await world();
    const [ada, bob] = [await member(tenant, 'Owner'), await member(tenant, 'Viewer', 'Bob')];
    for (const person of [ada, bob]) await subscribe(tenant, callerOf(person), WISH);
    const { id } = await subscribe(tenant, callerOf(ada), { ...WISH, watch: { kind: 'component', entity: 'db' } });
    await turn(tenant, 0, 'Outage');
    await deliver();
    const { tenantId } = tenant;
    const again = (kind: string) =>
      write(tenant, async (tx) => {
        const logged = await tx.event.findMany({ where: { tenantId, type: 'notification.raised' }, orderBy: { sequence: 'asc' }, take: 3 });
        const told = logged.map(({ payload, revenue }) => ({
          data: payload as object,
          ...(revenue === null ? {} : { revenue: revenue as object }),
        }));
        const some = told.filter(({ data }) => (data as { watch: { kind: string } }).watch.kind === kind);
        await appendEvents(
          tx,
          tenantId,
          some.map((event) => ({ type: 'notification.raised', ...event }) as NewEvent),
        );
      });
    for (let count = 1; count < MOST_MAILS_AT_ONCE; count += 1) await again('component').then(deliver);
    for (const kind of ['capability', 'component', 'component']) await again(kind).then(deliver);
    const mailsTo = ({ email }: { email: string }) => mailbox.received.filter(({ to }) => to.includes(email));
    expect([mailsTo(ada).length, mailsTo(bob).length]).toEqual([MOST_MAILS_AT_ONCE, 2]);
    await write(tenant, async (tx) => {
      const { count } = await tx.webhookDelivery.updateMany({ where: { status: 'Retrying' }, data: { nextAttemptAt: at(0) } });
      expect(count).toBe(1);
      await tx.webhookLane.updateMany({ where: { lane: 'retry' }, data: { dueAt: at(0) } });
    });
    await deliver();
    const [last, ...more] = mailsTo(ada).slice(MOST_MAILS_AT_ONCE);
    expect([last?.headers.subject, more]).toEqual(['The sell is down, and 1 more', []]);
    expect(last?.body.split('\n').filter((line) => line.endsWith(' is down'))).toEqual(['The sell is down', 'The db is down']);
    expect(last?.body).toContain(`You got ${MOST_MAILS_AT_ONCE} mails within an hour.`);
    expect(last?.body).toContain('  Expected cost per hour: EUR 1,000');
    await testOwn(tenant, ada, id);
    await deliver();
    expect(mailsTo(ada).at(-1)?.headers.subject).toBe('Test: The db');
  });

  it('names money only while the person may see it, at the moment of sending', async () => {
    const { tenant, channel } = await world();
    const ada = await member(tenant, 'Owner');
    const bob = await member(tenant, 'Owner', 'Bob');
    await subscribe(tenant, callerOf(ada), WISH);
    await subscribe(tenant, callerOf(bob), WISH);
    const eve = await member(tenant, 'Owner', 'Eve');
    await subscribe(tenant, callerOf(eve), { ...WISH, webhookId: channel.id });
    await turn(tenant, 0, 'Outage');
    await changeRole(tenant, { ...EVERYTHING, type: 'person', id: ada.id, role: 'Owner' }, bob.id, 'Viewer');
    const [posted] = await deliver();
    const mailTo = ({ email }: { email: string }) => mailbox.received.find(({ to }) => to.includes(email))?.body;
    expect(mailTo(ada)).toContain('Expected cost per hour: EUR 1,000');
    expect(mailTo(bob)).toContain('The sell is down');
    expect(mailTo(bob)).not.toContain('EUR');
    // Whoever chose the address of the channel is no person or key who may see money.
    expect(posted?.body).toContain('The sell is down');
    expect(posted?.body).not.toContain('EUR');
  });

  it('follows a change of the address that the person signs in with', async () => {
    const { tenant } = await world();
    const ada = await member(tenant, 'Viewer');
    const { id } = await subscribe(tenant, callerOf(ada), WISH);
    await testOwn(tenant, ada, id);
    const email = `${randomUUID()}@new.example`;
    await asSystem(database, (tx) => tx.user.update({ where: { id: ada.id }, data: { email } }));
    await deliver();
    expect(mailbox.received.map(({ to, headers }) => [to, headers.subject])).toEqual([[[email], 'Test: The sell']]);
    expect((await listOwn(tenant, ada)).mail).toEqual({ address: email, isAvailable: true });
  });

  it('ends with the membership, together with what has not been sent', async () => {
    const { tenant, channel } = await world();
    const ada = await member(tenant, 'Viewer');
    await subscribe(tenant, callerOf(ada), WISH);
    await subscribe(tenant, callerOf(ada), { ...WISH, watch: { kind: 'component', entity: 'db' }, webhookId: channel.id });
    await turn(tenant, 0, 'Outage');
    await removeMember(tenant, ada, ada.id);
    expect(await deliver()).toEqual([]);
    expect(mailbox.received).toEqual([]);
    expect(await read(tenant, (tx) => tx.subscription.count({ where: { tenantId: tenant.tenantId } }))).toBe(0);
    const left = await read(tenant, (tx) => tx.webhookDelivery.findMany({ select: { status: true, attempts: true } }));
    expect(left).toEqual([
      { status: 'Dead', attempts: 0 },
      { status: 'Dead', attempts: 0 },
    ]);
  });

  it('is mailed on plans without webhooks too, and reaches a channel only while that is open', async () => {
    const { tenant, channel } = await world();
    const ada = await member(tenant, 'Viewer');
    await subscribe(tenant, callerOf(ada), { ...WISH, webhookId: channel.id });
    await updateWebhook(tenant, admin, { id: channel.id, isOpenToMembers: false });
    expect(await watchedBy(tenant, ada)).toEqual([]);
    await expect(subscribe(tenant, callerOf(ada), { ...WISH, webhookId: channel.id })).rejects.toThrow(refusal('invalid_input'));
    const { id } = await subscribe(tenant, callerOf(ada, 'Free'), WISH);
    await asSystem(database, (tx) => tx.tenant.update({ where: { id: tenant.tenantId }, data: { plan: 'Free' } }));
    await testOwn(tenant, ada, id);
    await deliver();
    expect(mailbox.received).toHaveLength(1);
  });

  it('belongs to one person: nobody else sees, changes, tests or ends it, and it is no webhook', async () => {
    const { tenant, channel } = await world();
    const [ada, eve] = [await member(tenant, 'Viewer'), await member(tenant, 'Admin', 'Eve')];
    const { id } = await subscribe(tenant, callerOf(ada), WISH);
    await testOwn(tenant, ada, id);
    await deliver();
    expect(await watchedBy(tenant, eve)).toEqual([]);
    await expect(endOwn(tenant, eve, id)).rejects.toThrow(refusal('not_found'));
    await expect(testOwn(tenant, eve, id)).rejects.toThrow(refusal('not_found'));
    await expect(updateOwn(tenant, callerOf(eve), { id, isPaused: true })).rejects.toThrow(refusal('not_found'));
    await expect(getSubscription(tenant, callerOf(eve), id)).rejects.toThrow(refusal('not_found'));
    expect((await listSubscriptions(tenant, callerOf(eve), {})).items).toEqual([]);
    expect((await listWebhooks(tenant, {})).items.map((webhook) => webhook.id)).toEqual([channel.id]);
    await expect(getWebhook(tenant, tenant.tenantId)).rejects.toThrow(refusal('not_found'));
    expect((await listDeliveries(tenant, {})).items).toEqual([]);
  });

  it('pauses and resumes, changes its condition, and ends', async () => {
    const { tenant } = await world();
    const ada = await member(tenant, 'Viewer');
    const { id } = await subscribe(tenant, callerOf(ada), WISH);
    await turn(tenant, 0, 'Degraded');
    expect(await watchedBy(tenant, ada)).toEqual([['The sell', 'Quiet']]);
    await updateOwn(tenant, callerOf(ada), { id, state: 'Degraded', minutes: 5 });
    await turn(tenant, 10);
    expect(await watchedBy(tenant, ada)).toEqual([['The sell', 'Holding']]);
    await updateOwn(tenant, callerOf(ada), { id, isPaused: true });
    expect(await watchedBy(tenant, ada)).toEqual([['The sell', 'Paused']]);
    expect(await endOwn(tenant, ada, id)).toMatchObject({ id });
    await expect(endOwn(tenant, ada, id)).rejects.toThrow(refusal('not_found'));
  });

  it('is refused twice for the same thing, beyond the limits, and by mail where there is none', async () => {
    const { tenant } = await world();
    const ada = await member(tenant, 'Viewer');
    const { id } = await subscribe(tenant, callerOf(ada), WISH);
    await expect(subscribe(tenant, callerOf(ada), WISH)).rejects.toThrow(refusal('duplicate'));
    await write(tenant, async (tx) => {
      const row = await tx.subscription.findUniqueOrThrow({ where: { tenantId_id: { tenantId: tenant.tenantId, id } } });
      const { digestState: _none, ...copied } = row;
      const rest = Array.from({ length: MOST_OWN_SUBSCRIPTIONS - 1 }, () => ({ ...copied, id: randomUUID() }));
      await tx.subscription.createMany({ data: rest });
    });
    const another: OwnSubscriptionCreate = { ...WISH, watch: { kind: 'component', entity: 'db' } };
    await expect(subscribe(tenant, callerOf(ada), another)).rejects.toThrow(refusal('conflict'));
    const bob = await member(tenant, 'Viewer', 'Bob');
    await expect(subscribe(tenant, callerOf(bob, 'Free'), another)).rejects.toThrow(refusal('plan_limit'));
    expect(await subscribe(tenant, callerOf(bob, 'Team'), another)).toMatchObject({ watch: { name: 'The db' } });
    delete process.env.SMTP_URL;
    forgetProcessState('env');
    await expect(subscribe(tenant, callerOf(bob), WISH)).rejects.toThrow(refusal('conflict'));
    expect((await listOwn(tenant, bob)).mail.isAvailable).toBe(false);
  });
});
