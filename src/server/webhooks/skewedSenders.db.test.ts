/** Senders on a faulty replica: its clock is wrong, or one of its steps never ends. Nothing may wait for them. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { verified } from '@/test/webhookReceiver';
import { LONG, changes, deliveriesOf, endWorlds, statuses, webhookWorld, type WebhookWorld, letLeaseLapse } from '@/test/webhookWorld';
import { database as openedDatabase } from '@/server/db/database';

import { claimLane, keepLane, LANE_TRANSACTION, lookForLanes } from './claimLane';
import { deliverWebhooks, realOutside } from './deliverWebhooks';
import { replayDelivery } from './deliveries';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
afterEach(async () => {
  vi.useRealTimers();
  await endWorlds();
});

const DAY_MS = 24 * 3_600_000;

/** From now on the replica's own clock shows a different time; timers run as before. */
const setClock = (offsetMs: number): void => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offsetMs });

/** Sends as a replica does, except that the receiver belongs to the test. */
const send = ({ receiver }: WebhookWorld) => deliverWebhooks(LONG, { ...realOutside(), send: receiver.outside.send });

const secondsUntilRetry = ({ tenant }: WebhookWorld) =>
  read(tenant, async (tx) => {
    const [row] = await tx.$queryRaw<{ left: number }[]>`
      select extract(epoch from "dueAt" - statement_timestamp())::float8 as "left" from "webhook_lane" where "lane" = 'retry'`;
    return row?.left;
  });

describe.each([
  ['ahead', DAY_MS],
  ['behind', -DAY_MS],
])('a replica whose clock is a day %s', (_name, offsetMs) => {
  it('makes retries due when they should be', async () => {
    const world = await webhookWorld(database);
    world.receiver.answer = () => 503;
    await changes(world.tenant, 1);
    setClock(offsetMs);
    await send(world);
    const left = await secondsUntilRetry(world);
    expect(left).toBeGreaterThan(-60);
    expect(left).toBeLessThanOrEqual(6);
  });

  it('signs with a time that receivers accept, and sends what another replica left behind', async () => {
    const world = await webhookWorld(database);
    await changes(world.tenant, 2);
    const [claim] = [await claimLane(null)];
    if (claim === null) throw new Error('Nothing to claim.');
    // A sender that died after it had created the deliveries: only their due time shows that they are pending.
    await write(world.tenant, async (tx) => {
      await tx.$executeRaw`update "webhook_lane" set "leaseToken" = null, "leaseUntil" = null, "cursor" = 2, "dueAt" = statement_timestamp() where "lane" = 'first'`;
      const [event] = await tx.event.findMany({ orderBy: { sequence: 'asc' } });
      if (event === undefined) throw new Error('There is no event.');
      const { tenantId } = world.tenant;
      const body = JSON.stringify({ id: event.id, type: event.type, timestamp: event.at, tenantId, sequence: event.sequence, data: {} });
      await tx.webhookMessage.create({ data: { tenantId, eventId: event.id, body } });
      const delivery = { endpointId: world.endpoint.id, eventId: event.id, eventType: event.type, createdAt: event.at };
      await tx.webhookDelivery.create({ data: { tenantId, id: event.id, sequence: 1, ...delivery } });
    });
    setClock(offsetMs);
    expect([...(await lookForLanes([world.tenant.tenantId])).values()]).toEqual([0]);
    await send(world);
    vi.useRealTimers();
    expect(await statuses(world.tenant)).toEqual([[1, 'Delivered', 1]]);
    const [received] = world.receiver.received;
    expect(received === undefined ? null : verified(received, world.endpoint.secret)).toMatchObject({ sequence: 1 });
  });

  it('sends a requested replay at once', async () => {
    const world = await webhookWorld(database);
    await changes(world.tenant, 1);
    await send(world);
    const [delivery] = await deliveriesOf(world.tenant);
    setClock(offsetMs);
    await replayDelivery(world.tenant, { ...world.caller, now: new Date() }, delivery?.id ?? '');
    vi.useRealTimers();
    await send(world);
    expect(world.receiver.sequences()).toEqual([1, 1]);
  });
});

/** Waits until the sender has renewed its claim: nothing else uses this pool meanwhile. */
async function renewed(): Promise<void> {
  const { systemPool } = openedDatabase();
  while (systemPool.waitingCount > 0 || systemPool.idleCount < systemPool.totalCount) await new Promise((resolve) => setImmediate(resolve));
}

describe('a stuck sender', () => {
  it('loses its lane after the longest allowed step, and keeps it as long as it makes progress', async () => {
    const { tenant } = await webhookWorld(database);
    await changes(tenant, 1);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const claim = await claimLane(null);
    if (claim === null) throw new Error('Nothing to claim.');
    const keeper = keepLane(claim);
    const isHeld = async (): Promise<boolean> => {
      await letLeaseLapse(tenant);
      vi.advanceTimersByTime(1_000);
      await renewed();
      const [row] = await read(
        tenant,
        (tx) => tx.$queryRaw<{ isHeld: boolean }[]>`
          select "leaseUntil" > statement_timestamp() as "isHeld" from "webhook_lane" where "leaseToken" is not null`,
      );
      return row?.isHeld === true;
    };
    expect(await isHeld()).toBe(true);
    vi.advanceTimersByTime(13_000);
    keeper.moved();
    vi.advanceTimersByTime(13_000);
    await renewed();
    expect(await isHeld()).toBe(true);
    vi.advanceTimersByTime(1_000);
    await renewed();
    expect(await isHeld()).toBe(false);
    expect((await claimLane(null))?.endpointId).toBe(claim.endpointId);
    keeper.stop();
  });

  it('holds no locks for longer than ten seconds: the database ends its transaction', async () => {
    const { tenant } = await webhookWorld(database);
    const [row] = await read(
      tenant,
      (tx) => tx.$queryRaw<{ after: string }[]>`select current_setting('idle_in_transaction_session_timeout') as "after"`,
      LANE_TRANSACTION,
    );
    expect(row?.after).toBe('10s');
  });
});
