/** Delivery: each event once to each endpoint that wants it, in order, signed; retries and their end, and crashes. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WebhookCreate } from '@/contract/webhooks';
import { RETRY_WAITS_SECONDS } from '@/domain/webhooks/deliveryOutcome';
import { useOwnDatabase } from '@/test/database';
import { EVERYTHING } from '@/test/tenants';
import { verified } from '@/test/webhookReceiver';
import { changes, deliveriesOf, endWorlds, freshUrl, happen, letLeaseLapse, statuses, webhookWorld } from '@/test/webhookWorld';
import { tidyUp } from '@/server/housekeeping';
import { listChanges } from '@/server/landscape/listChanges';

import { claimLane } from './claimLane';
import { getDelivery, replayDelivery, replayFailed } from './deliveries';
import { createWebhook, getWebhook, updateWebhook } from './endpoints';
import { runLaneTurn } from './laneTurn';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useOwnDatabase();
const world = (input: Partial<WebhookCreate> = {}) => webhookWorld(database, input);
afterEach(endWorlds);

describe('an event', () => {
  it('arrives once, the same as in the feed, with Standard Webhooks headers that the reference library accepts', async () => {
    const { tenant, receiver, endpoint, deliver } = await world();
    await happen(tenant, 'incident.opened');
    expect(await deliver()).toEqual({ turns: 1, delivered: 1, failed: 0, errors: 0, isUnfinished: false });
    const [received] = receiver.received;
    const { id, at } = await read(tenant, (tx) => tx.event.findFirstOrThrow());
    const event = {
      id,
      type: 'incident.opened',
      timestamp: at.toISOString(),
      tenantId: tenant.tenantId,
      sequence: 1,
      data: { name: 'incident.opened 0' },
    };
    expect(received === undefined ? null : verified(received, endpoint.secret)).toEqual(event);
    expect(received?.url).toBe(endpoint.url);
    expect(received?.outgoing.headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Faultline-Webhooks/2',
      traceparent: expect.stringMatching(new RegExp(`^00-${id.replaceAll('-', '')}-[0-9a-f]{16}-01$`)) as string,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(receiver.now.getTime() / 1_000)),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/) as string,
    });
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });

  it('goes to each endpoint that wants its type, and to no endpoint of another tenant', async () => {
    const first = await world({ eventTypes: ['incident.opened'] });
    const all = await createWebhook(first.tenant, first.caller, { url: freshUrl() });
    const other = await world();
    await happen(first.tenant, 'incident.opened', 'impact.changed', 'incident.resolved');
    await first.deliver();
    expect(first.receiver.sequences(first.endpoint.url)).toEqual([1]);
    expect(first.receiver.sequences(all.url)).toEqual([1, 2, 3]);
    expect(first.receiver.sequences(other.endpoint.url)).toEqual([]);
    expect(await deliveriesOf(other.tenant)).toEqual([]);
  });

  it('from before the endpoint existed, or while it was off, is not sent to it', async () => {
    const { tenant, receiver, caller, endpoint, deliver } = await world();
    const late = await createWebhook(tenant, caller, { url: freshUrl(), isEnabled: false });
    await changes(tenant, 1);
    await updateWebhook(tenant, caller, { id: late.id, isEnabled: true });
    await updateWebhook(tenant, caller, { id: endpoint.id, isEnabled: false });
    await changes(tenant, 1);
    await deliver();
    expect([receiver.sequences(late.url), receiver.sequences(endpoint.url)]).toEqual([[2], []]);
  });

  it('in a backlog of several portions arrives in order too', async () => {
    const { tenant, receiver, deliver } = await world({ eventTypes: ['incident.opened'] });
    await changes(tenant, 600);
    await happen(tenant, 'incident.opened', 'impact.changed', 'incident.opened');
    await deliver();
    expect(receiver.sequences()).toEqual([601, 603]);
  });

  it('stays with its delivery after it leaves the log, which waits for endpoints that are behind', async () => {
    const { tenant, receiver, deliver } = await world();
    await changes(tenant, 2);
    await write(tenant, (tx) => tx.$executeRaw`update "event" set "at" = now() - interval '25 hours'`);
    await tidyUp();
    receiver.answer = () => 500;
    await deliver();
    expect(receiver.sequences()).toEqual([1, 2]);
    await tidyUp();
    expect(await read(tenant, (tx) => tx.event.count())).toBe(0);
    receiver.answer = () => 204;
    receiver.pass(10);
    await deliver();
    expect(await statuses(tenant)).toEqual([
      [1, 'Delivered', 2],
      [2, 'Delivered', 2],
    ]);
  });
});

describe('first attempts', () => {
  it('go out in order, one at a time for each endpoint', async () => {
    const { tenant, receiver, deliver } = await world();
    let open = 0;
    let most = 0;
    receiver.answer = async () => {
      most = Math.max(most, (open += 1));
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return 204;
    };
    await changes(tenant, 20);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect([receiver.sequences(), most]).toEqual([Array.from({ length: 20 }, (_, index) => index + 1), 1]);
  });

  it('of later events are not held back by a retry', async () => {
    const { tenant, receiver, deliver } = await world();
    receiver.answer = ({ event }) => (event.sequence === 2 ? 503 : 204);
    await changes(tenant, 4);
    await deliver();
    expect(receiver.sequences()).toEqual([1, 2, 3, 4]);
    expect(await statuses(tenant)).toEqual([
      [1, 'Delivered', 1],
      [2, 'Retrying', 1],
      [3, 'Delivered', 1],
      [4, 'Delivered', 1],
    ]);
    receiver.pass(5);
    await changes(tenant, 1);
    receiver.received.length = 0;
    await deliver();
    expect(receiver.sequences().sort()).toEqual([2, 5]);
  });

  it('go on while a retry of the same endpoint is waiting for its answer', async () => {
    const { tenant, receiver, deliver } = await world();
    receiver.answer = () => 500;
    await changes(tenant, 1);
    await deliver();
    receiver.pass(5);
    let retryArrived: (answer: (status: number) => void) => void = () => undefined;
    let secondArrived: () => void = () => undefined;
    const retry = new Promise<(status: number) => void>((resolve) => (retryArrived = resolve));
    const second = new Promise<void>((resolve) => (secondArrived = resolve));
    receiver.answer = ({ event }) => {
      if (event.sequence === 1) return new Promise((resolve) => retryArrived(resolve));
      secondArrived();
      return 204;
    };
    await changes(tenant, 1);
    const delivering = deliver();
    // Either may arrive first.
    const [answerRetry] = await Promise.all([retry, second]);
    answerRetry(204);
    await delivering;
    expect(await statuses(tenant)).toEqual([
      [1, 'Delivered', 2],
      [2, 'Delivered', 1],
    ]);
  });
});

describe('a failed delivery', () => {
  it('is tried eleven times with growing waits and the same id, and is then dead, with every attempt on record', async () => {
    const { tenant, receiver, deliver } = await world();
    receiver.answer = () => 500;
    await changes(tenant, 1);
    const startedAt = receiver.now;
    await deliver();
    for (const wait of RETRY_WAITS_SECONDS) {
      receiver.pass(wait - 1);
      const before = receiver.received.length;
      await deliver();
      expect(receiver.received).toHaveLength(before);
      receiver.pass(1);
      await deliver();
      expect(receiver.received).toHaveLength(before + 1);
    }
    receiver.pass(30 * 24 * 3_600);
    await deliver();
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    const [delivery] = await deliveriesOf(tenant);
    expect(delivery).toMatchObject({ status: 'Dead', attempts: 11, nextAttemptAt: null, lastStatusCode: 500, lastError: null });
    const { attemptLog, message } = await getDelivery(tenant, delivery?.id ?? '');
    expect(attemptLog.map(({ number, statusCode, responseExcerpt }) => [number, statusCode, responseExcerpt])).toEqual(
      Array.from({ length: 11 }, (_, index) => [11 - index, 500, 'said 500']),
    );
    expect(attemptLog.at(-1)?.at).toBe(startedAt.toISOString());
    expect(message).toEqual(receiver.received[0]?.event);
  });

  it('disables its endpoint at once on 410, with the reason on the endpoint and in the change log; pending deliveries are dead', async () => {
    const { tenant, receiver, endpoint, deliver } = await world();
    receiver.answer = ({ event }) => (event.sequence === 1 ? 500 : 410);
    await changes(tenant, 3);
    await deliver();
    expect(await getWebhook(tenant, endpoint.id)).toMatchObject({
      isEnabled: false,
      disabledReason: 'Gone',
      disabledAt: receiver.now.toISOString(),
    });
    expect(receiver.sequences()).toEqual([1, 2]);
    expect(await statuses(tenant)).toEqual([
      [1, 'Dead', 1],
      [2, 'Dead', 1],
      [3, 'Dead', 0],
    ]);
    const [change] = (await listChanges(tenant, EVERYTHING, { kind: ['webhook'], limit: 1 })).items;
    expect(change).toMatchObject({
      op: 'update',
      actor: { type: 'system', id: 'webhooks', name: 'Webhook delivery' },
      entityId: endpoint.id,
    });
    expect(change?.fields.filter(({ field }) => ['isEnabled', 'disabledReason'].includes(field))).toEqual([
      { field: 'isEnabled', from: true, to: false },
      { field: 'disabledReason', from: null, to: 'Gone' },
    ]);
  });

  it(
    'disables its endpoint after five days of nothing but failures; a success in between restarts the count',
    { tags: ['long'] },
    async () => {
      const { tenant, receiver, endpoint, deliver } = await world();
      const day = 24 * 3_600;
      const failFor = async (days: number): Promise<void> => {
        for (let passed = 0; passed < days; passed += 1) {
          receiver.answer = () => null;
          await changes(tenant, 4);
          await deliver();
          receiver.pass(day);
        }
      };
      await failFor(4);
      receiver.answer = () => 204;
      await deliver();
      expect(await getWebhook(tenant, endpoint.id)).toMatchObject({
        isEnabled: true,
        failingSince: null,
        failures: 0,
        lastDeliveredAt: receiver.now.toISOString(),
      });
      const failingSince = receiver.now.toISOString();
      await failFor(5);
      expect(await getWebhook(tenant, endpoint.id)).toMatchObject({ isEnabled: true, failingSince });
      await failFor(1);
      expect(await getWebhook(tenant, endpoint.id)).toMatchObject({ isEnabled: false, disabledReason: 'Failing', failingSince });
    },
  );

  it('is sent again on request, alone or with all since a given time, and gets all its retries again', async () => {
    const { tenant, receiver, caller, endpoint, deliver } = await world();
    receiver.answer = () => 410;
    await changes(tenant, 3);
    await deliver();
    receiver.answer = () => 204;
    await expect(replayFailed(tenant, caller, { id: endpoint.id, since: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await updateWebhook(tenant, caller, { id: endpoint.id, isEnabled: true });
    const [, second] = await deliveriesOf(tenant);
    await replayDelivery(tenant, caller, second?.id ?? '');
    receiver.received.length = 0;
    await deliver();
    expect(receiver.sequences()).toEqual([2]);
    const later = new Date(receiver.now.getTime() + 3_600_000).toISOString();
    expect(await replayFailed(tenant, caller, { id: endpoint.id, since: later })).toEqual({ replayed: 0 });
    expect(await replayFailed(tenant, caller, { id: endpoint.id, since: '2020-01-01T00:00:00Z' })).toEqual({ replayed: 2 });
    await deliver();
    expect(receiver.sequences()).toEqual([2, 1, 3]);
    expect(await statuses(tenant)).toEqual([
      [1, 'Delivered', 2],
      [2, 'Delivered', 1],
      [3, 'Delivered', 1],
    ]);
    expect((await getWebhook(tenant, endpoint.id)).failures).toBe(0);
  });
});

describe('a sender that dies', () => {
  it('after sending and before recording it leaves a delivery that is sent again with the same id', async () => {
    const { tenant, receiver, deliver } = await world();
    await changes(tenant, 2);
    const claim = await claimLane(receiver.now);
    if (claim === null) throw new Error('Nothing to claim.');
    const dying = runLaneTurn(
      claim,
      { ...receiver.outside, send: async (outgoing) => (await receiver.outside.send(outgoing), Promise.reject(new Error('killed'))) },
      () => false,
    );
    await expect(dying).rejects.toThrow('killed');
    await deliver();
    expect(receiver.sequences()).toEqual([1]);
    await letLeaseLapse(tenant);
    await deliver();
    expect(receiver.sequences()).toEqual([1, 1, 2]);
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
    expect(await statuses(tenant)).toEqual([
      [1, 'Delivered', 1],
      [2, 'Delivered', 1],
    ]);
  });

  it('and comes back after its lane went to another sender writes nothing', async () => {
    const { tenant, receiver, deliver } = await world();
    await changes(tenant, 1);
    const claim = await claimLane(receiver.now);
    if (claim === null) throw new Error('Nothing to claim.');
    const late = runLaneTurn(
      claim,
      {
        ...receiver.outside,
        send: async () => {
          await letLeaseLapse(tenant);
          await deliver();
          return { statusCode: 500, error: null, retryAfterSeconds: null, responseExcerpt: null, durationMilliseconds: 1 };
        },
      },
      () => false,
    );
    await late;
    expect(await statuses(tenant)).toEqual([[1, 'Delivered', 1]]);
  });

  it('is recognised by its silence, while a sender that waits for a slow receiver keeps its lane', async () => {
    const { tenant, receiver, deliver } = await world();
    await changes(tenant, 1);
    const leaseMs = async (): Promise<number> => {
      const [row] = await read(
        tenant,
        (tx) => tx.$queryRaw<{ left: number }[]>`
          select (extract(epoch from "leaseUntil" - statement_timestamp()) * 1000)::float8 as "left" from "webhook_lane" where "leaseToken" is not null`,
      );
      return row?.left ?? Number.NaN;
    };
    receiver.answer = async () => {
      expect(await leaseMs()).toBeLessThanOrEqual(4_000);
      await letLeaseLapse(tenant);
      await vi.waitFor(async () => expect(await leaseMs()).toBeGreaterThan(2_000), { timeout: 30_000 });
      return 204;
    };
    await deliver();
    expect(await statuses(tenant)).toEqual([[1, 'Delivered', 1]]);
  });

  it('is replaced without duplicates: many senders at once make one delivery for each event and endpoint', async () => {
    const { tenant, receiver, caller, deliver } = await world();
    await createWebhook(tenant, caller, { url: freshUrl() });
    await changes(tenant, 30);
    await Promise.all(Array.from({ length: 5 }, deliver));
    expect(receiver.received).toHaveLength(60);
    expect(await read(tenant, (tx) => tx.webhookDelivery.count())).toBe(60);
  });
});
