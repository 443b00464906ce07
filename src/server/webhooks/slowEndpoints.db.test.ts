/** Endpoints that are slow, fail or never answered: they get their share of the senders, and delay no other endpoint and no other tenant. */
import { afterEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { LONG, changes, endWorlds, freshUrl, webhookWorld } from '@/test/webhookWorld';
import { write } from '@/server/db/write';
import { deliverWebhooks, type SenderBounds } from './deliverWebhooks';
import { createWebhook } from './endpoints';

const { database } = await useTestDatabase();
const world = () => webhookWorld(database);
afterEach(endWorlds);

describe('slow endpoints', () => {
  /** Of each kind a tenant may take half. */
  const BOUNDS: SenderBounds = { most: 6, mostSlow: 4 };
  const MOST_OF_A_TENANT = 2;

  it('take no more than their share of senders, however many they are and long they waited, and lose nothing', async () => {
    const { tenant, receiver, caller, endpoint: quick } = await world();
    const slow = await Promise.all([1, 2, 3, 4].map(() => createWebhook(tenant, caller, { url: freshUrl() })));
    receiver.answer = ({ url }) => (url === quick.url ? 204 : null);
    await changes(tenant, 1);
    await deliverWebhooks(LONG, receiver.outside);
    // These endpoints failed before. Without the rule, the ones that waited longest would now come first at every sender.
    await write(
      tenant,
      (tx) => tx.$executeRaw`
        update "webhook_lane" set "lastRunAt" = statement_timestamp() + interval '1 hour' where "endpointId" = ${quick.id}::uuid`,
    );
    receiver.received.length = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let open = 0;
    let mostAtOnce = 0;
    receiver.answer = async ({ url }) => {
      if (url === quick.url) {
        if (receiver.sequences(quick.url).length === 5) release();
        return 204;
      }
      mostAtOnce = Math.max(mostAtOnce, (open += 1));
      // No slow endpoint answers before the quick one has got everything; if too many wait at once they are released, so that the test fails instead of hanging.
      if (open > MOST_OF_A_TENANT) release();
      await released;
      open -= 1;
      return 204;
    };
    await changes(tenant, 5);
    await deliverWebhooks(LONG, receiver.outside, BOUNDS);
    expect(mostAtOnce).toBe(MOST_OF_A_TENANT);
    for (const { url } of [quick, ...slow]) expect(receiver.sequences(url)).toEqual([2, 3, 4, 5, 6]);
  });

  it('that are new delay no other tenant, however many of one tenant never answer', async () => {
    const noisy = await world();
    for (let more = 0; more < 6; more++) await createWebhook(noisy.tenant, noisy.caller, { url: freshUrl() });
    // Without the rule, those of the other tenant would come first, because they waited longer.
    const quiet = await world();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let hanging = 0;
    let hangingAtQuiet = 0;
    noisy.receiver.answer = async ({ url }) => {
      if (url === quiet.endpoint.url) {
        hangingAtQuiet = hanging;
        release();
        return 204;
      }
      // With more, nothing would be left for the other tenant: they are let go, so that the test fails instead of hanging.
      if ((hanging += 1) > MOST_OF_A_TENANT) release();
      await released;
      return 204;
    };
    await changes(noisy.tenant, 1);
    await changes(quiet.tenant, 1);
    await deliverWebhooks(LONG, noisy.receiver.outside, BOUNDS);
    expect(noisy.receiver.sequences(quiet.endpoint.url)).toEqual([1]);
    expect(hangingAtQuiet).toBeLessThanOrEqual(MOST_OF_A_TENANT);
    expect(hanging).toBe(7);
  });
});
