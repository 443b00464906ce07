/**
 * The background work of one replica: the watch finds due tenants, the consumer processes signals and timers, the sender sends webhooks.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '@/server/db/database';
import { lookForWork } from '@/server/health/claimWork';
import { startConsumer, type NextDue } from '@/server/health/consume';
import { ownName } from '@/server/processIdentity';
import { outOfReach } from '@/server/observability/outOfReach';
import { DatabaseNudgeWire } from '@/server/shards/nudgeWire';
import { TenantWatch } from '@/server/shards/tenantWatch';
import { onEvents, onNudge } from '@/server/wake/nudges';
import { lookForLanes } from '@/server/webhooks/claimLane';
import { startWebhookSender } from '@/server/webhooks/deliverWebhooks';
import { logFailureOf } from './failedJob';

export const HEALTH = 'health';
export const WEBHOOKS = 'webhooks';
/** How soon to look again at a tenant that another replica works on, or that turned out not to be due, in milliseconds. */
const UNCLEAR_MS = 300;
/** The most tenants worked on at once. Each takes two connections: with a small pool they take half of it, or all of it where nobody is answered. */
const MOST_TURNS = 8;
const CONNECTIONS_OF_A_TURN = 2;

export interface Workers {
  isOwn: (tenantId: string) => boolean;
  /** The number of living replicas, of tenants that this one looks after, and of those among them that cannot be reached. */
  share: () => { replicas: number; tenants: number; outOfReach: number };
  /** Another process of this installation says that there is work. */
  hear: (kind: string, tenantIds: readonly string[]) => void;
  stop(): Promise<void>;
}

interface WorkerOptions {
  /** The process, in the form in which others decide whether it is gone. */
  owner?: string;
  /** Whether this process also answers people and programs. */
  isAnswering?: boolean;
  /** Replaces a tenant's turn: the benchmark of looking for work uses a short one. */
  work?: (tenantId: string) => Promise<NextDue>;
}

export function startWorkers(database: Database, { owner = ownName(), work, isAnswering = true }: WorkerOptions = {}): Workers {
  const consumer = startConsumer({
    onError: logFailureOf('health signals'),
    atOnce: Math.max(
      1,
      Math.min(MOST_TURNS, Math.floor(database.poolSize / (isAnswering ? 2 * CONNECTIONS_OF_A_TURN : CONNECTIONS_OF_A_TURN))),
    ),
    ...(work === undefined ? {} : { work }),
    onDone: (tenantId, next) => {
      if (next === 'unknown') watch.lookSoon(HEALTH, tenantId, UNCLEAR_MS);
      else if (next !== null) watch.expect(HEALTH, tenantId, next);
    },
  });
  const sender = startWebhookSender({
    onError: logFailureOf('webhooks'),
    onDone: (tenantId, isUnclear) => watch.lookSoon(WEBHOOKS, tenantId, isUnclear ? UNCLEAR_MS : 0),
  });
  const self = { id: randomUUID(), owner };
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
      look: lookForLanes,
      take: (tenantIds) => sender.take(tenantIds),
    },
  ]);
  // From here on, notifications go to the replica that looks after the tenant.
  onNudge((tenantId) => watch.nudge(HEALTH, tenantId));
  onEvents('webhooks', (tenantId) => watch.nudge(WEBHOOKS, tenantId));
  outOfReach().count = () => watch.share.outOfReach;
  watch.start();
  return {
    isOwn: (tenantId) => watch.isOwn(tenantId),
    share: () => watch.share,
    hear: (kind, tenantIds) => watch.hear(kind, tenantIds),
    stop: async () => {
      const stopping = [consumer.stop(), sender.stop()];
      await Promise.all([...stopping, watch.stop()]);
    },
  };
}
