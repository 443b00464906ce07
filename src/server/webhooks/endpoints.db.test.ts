/** Endpoints: their secrets, tests, deletion, plans, and how long their deliveries are kept. */
import { afterEach, describe, expect, it } from 'vitest';
import type { WebhookCreate } from '@/contract/webhooks';
import { useOwnDatabase } from '@/test/database';
import { SYSTEM } from '@/test/restTenants';
import { EVERYTHING } from '@/test/tenants';
import { verified } from '@/test/webhookReceiver';
import { changes, deliveriesOf, endWorlds, freshUrl, webhookWorld } from '@/test/webhookWorld';
import { setPlan } from '@/server/auth/tenants';
import { tidyUp } from '@/server/housekeeping';
import { listChanges } from '@/server/landscape/listChanges';

import { createWebhook, deleteWebhook, getWebhook, rotateSecret, testWebhook } from './endpoints';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useOwnDatabase();
const world = (input: Partial<WebhookCreate> = {}) => webhookWorld(database, input);
afterEach(endWorlds);

describe('a secret', () => {
  it('signs together with its successor for 24 hours after a rotation, and no longer', async () => {
    const { tenant, receiver, caller, endpoint, deliver } = await world();
    const { secret } = await rotateSecret(tenant, caller, endpoint.id);
    await changes(tenant, 1);
    await deliver();
    const [during] = receiver.received;
    if (during === undefined) throw new Error('Nothing came.');
    expect(verified(during, secret)).toEqual(during.event);
    expect(verified(during, endpoint.secret)).toEqual(during.event);
    receiver.pass(24 * 3_600);
    await changes(tenant, 1);
    await deliver();
    expect(receiver.received[1]?.outgoing.headers['webhook-signature']).toMatch(/^v1,\S+$/);
    expect(during.outgoing.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  });

  it('is stored only sealed', async () => {
    const { tenant, endpoint } = await world();
    const row = await read(tenant, (tx) => tx.webhookEndpoint.findFirstOrThrow());
    const bytes = Buffer.from(endpoint.secret.slice('whsec_'.length), 'base64');
    expect([bytes.length, Buffer.from(row.secret).includes(bytes), Buffer.from(row.secret).includes(endpoint.secret)]).toEqual([
      32,
      false,
      false,
    ]);
    const log = JSON.stringify((await listChanges(tenant, EVERYTHING, {})).items);
    expect(log.includes(endpoint.secret) || log.includes('whsec')).toBe(false);
  });
});

describe('an endpoint', () => {
  it('that is tested gets a webhook.test event, whatever types it chose; no other endpoint does', async () => {
    const { tenant, receiver, caller, endpoint, deliver } = await world({ eventTypes: ['incident.opened'] });
    await createWebhook(tenant, caller, { url: freshUrl() });
    const tested = await testWebhook(tenant, caller, endpoint.id);
    await deliver();
    expect(receiver.received.map(({ url, id, event: { type, sequence, data } }) => [url, id, type, sequence, data])).toEqual([
      [
        endpoint.url,
        tested.eventId,
        'webhook.test',
        tested.sequence,
        { endpointId: endpoint.id, message: 'This is a test.', actor: { type: 'system', name: 'test' } },
      ],
    ]);
  });

  it('that is deleted gets nothing more, and its deliveries are deleted too', async () => {
    const { tenant, receiver, endpoint, deliver } = await world();
    await changes(tenant, 1);
    await deliver();
    await deleteWebhook(tenant, SYSTEM, endpoint.id);
    await changes(tenant, 1);
    await deliver();
    expect([receiver.received.length, await deliveriesOf(tenant)]).toEqual([1, []]);
  });

  it('of a tenant whose plan no longer has webhooks is disabled for that reason', async () => {
    const { tenant, receiver, endpoint, deliver } = await world();
    await setPlan(database, SYSTEM, tenant.tenantId, 'Team');
    await changes(tenant, 1);
    await deliver();
    expect([receiver.received, (await getWebhook(tenant, endpoint.id)).disabledReason]).toEqual([[], 'PlanRequired']);
  });

  it('keeps successful deliveries for 7 days and dead ones for 30, with their messages', async () => {
    const { tenant, receiver, deliver } = await world();
    receiver.answer = ({ event }) => (event.sequence === 1 ? 204 : 410);
    await changes(tenant, 2);
    await deliver();
    const age = (days: number) =>
      write(tenant, async (tx) => {
        await tx.$executeRaw`update "webhook_delivery" set "completedAt" = now() - make_interval(days => ${days}::int)`;
        await tx.$executeRaw`update "webhook_message" set "createdAt" = now() - make_interval(days => ${days}::int)`;
      }).then(() => tidyUp());
    const left = () =>
      read(tenant, async (tx) => [await tx.webhookDelivery.count(), await tx.webhookMessage.count(), await tx.webhookAttempt.count()]);
    await age(6);
    expect(await left()).toEqual([2, 2, 2]);
    await age(8);
    expect(await left()).toEqual([1, 1, 1]);
    await age(31);
    expect(await left()).toEqual([0, 0, 0]);
  });
});
