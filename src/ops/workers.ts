/** The work of tenants in one replica: the watch says where to look, the consumer takes signals and timers, the sender webhooks. */
import { randomUUID } from 'node:crypto';
import type { Database } from '@/server/db';
import { lookForWork } from '@/server/health/claimWork';
import { startConsumer } from '@/server/health/consume';
import { log } from '@/server/observability/log';
import { ownName } from '@/server/processIdentity';
import { DatabaseNudgeWire } from '@/server/shards/nudgeWire';
import { TenantWatch } from '@/server/shards/tenantWatch';
import { onEvents, onNudge } from '@/server/wake/nudges';
import { lookForLanes } from '@/server/webhooks/claimLane';
import { startWebhookSender } from '@/server/webhooks/deliverWebhooks';

const HEALTH = 'health';
const WEBHOOKS = 'webhooks';
/** What somebody else holds, or what turned out not to be due, is looked at again no sooner. */
const UNCLEAR_MS = 300;
/** Tenants worked on at once, unless the pool is small: half of it, two connections each. */
const MOST_TURNS = 8;

export interface Workers {
  isOwn: (tenantId: string) => boolean;
  /** How many replicas live, and how many tenants this one looks after. */
  share: () => { replicas: number; tenants: number };
  stop(): Promise<void>;
}

export function startWorkers(database: Database): Workers {
  const failed =
    (job: string) =>
    (error: unknown): void =>
      log().error({ err: error, job }, 'job failed');
  const consumer = startConsumer({
    onError: failed('health signals'),
    atOnce: Math.max(1, Math.min(MOST_TURNS, Math.floor(database.poolSize / 4))),
    onDone: (tenantId, next) => {
      if (next === 'unknown') watch.lookSoon(HEALTH, tenantId, UNCLEAR_MS);
      else if (next !== null) watch.expect(HEALTH, tenantId, next);
    },
  });
  const sender = startWebhookSender({
    onError: failed('webhooks'),
    onDone: (tenantId, isUnclear) => watch.lookSoon(WEBHOOKS, tenantId, isUnclear ? UNCLEAR_MS : 0),
  });
  const self = { id: randomUUID(), owner: ownName() };
  const wire = new DatabaseNudgeWire({
    database,
    selfId: self.id,
    hear: (kind, tenantIds) => watch.hear(kind, tenantIds),
    now: () => performance.now(),
  });
  const watch = new TenantWatch({ database, self, wire }, [
    { name: HEALTH, look: lookForWork, take: (tenantIds) => consumer.take(tenantIds) },
    {
      name: WEBHOOKS,
      look: (tenantIds) => lookForLanes(new Date(), tenantIds),
      take: (tenantIds) => sender.take(tenantIds),
    },
  ]);
  // From here on nudges go to whichever replica looks after the tenant.
  onNudge((tenantId) => watch.nudge(HEALTH, tenantId));
  onEvents('webhooks', (tenantId) => watch.nudge(WEBHOOKS, tenantId));
  watch.start();
  return {
    isOwn: (tenantId) => watch.isOwn(tenantId),
    share: () => watch.share,
    stop: async () => {
      const stopping = [consumer.stop(), sender.stop()];
      await Promise.all([...stopping, watch.stop()]);
    },
  };
}
