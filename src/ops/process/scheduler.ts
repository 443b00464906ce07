/** The scheduled work of this process under `npm start`, according to its roles. On other platforms, cron routes trigger the same work. */
import { Cron } from 'croner';
import { database } from '@/server/db/database';
import { followLandscapes } from '@/server/weakPoints/keptSummary';
import { tidyUp } from '@/server/housekeeping';
import type { Role } from '@/server/env';
import { log } from '@/server/observability/log';
import { NudgeSender } from '@/server/shards/nudgeSender';
import { onEvents, onNudge } from '@/server/wake/nudges';
import { logFailureOf } from './failedJob';
import { HEALTH, startWorkers, WEBHOOKS } from './workers';

export interface Scheduler {
  /** Another process of this installation says that there is work; nothing without the role `worker`. */
  hear(kind: string, tenantIds: readonly string[]): void;
  stop(): Promise<void>;
}

/** A run is skipped while the previous one is still going; a failed run is repeated at its next time. */
function tidyEveryTenMinutes(isOwn: (tenantId: string) => boolean): Cron {
  const job = 'tidy up';
  const work = async (): Promise<void> => {
    log().debug({ job, ...(await tidyUp(isOwn)) }, 'job done');
  };
  return new Cron('*/10 * * * *', { timezone: 'UTC', protect: true, unref: true, catch: logFailureOf(job) }, work);
}

/** `otherwise` takes nudges that a process without the role `worker` can give to no replica. */
export function startScheduler(
  roles: ReadonlySet<Role> = new Set(['web', 'worker']),
  otherwise: (kind: string, tenantId: string) => void = () => undefined,
): Scheduler {
  const workers = roles.has('worker') ? startWorkers(database(), { isAnswering: roles.has('web') }) : null;
  const housekeeping = workers === null ? null : tidyEveryTenMinutes(workers.isOwn);
  const sender = workers === null ? startNudging(otherwise) : null;
  // Calculated where the landscape was changed, because its graph is there.
  const weakPoints = roles.has('web') ? followLandscapes(database()) : null;
  return {
    hear: (kind, tenantIds) => workers?.hear(kind, tenantIds),
    stop: async () => {
      housekeeping?.stop();
      weakPoints?.stop();
      await Promise.all([workers?.stop(), sender?.stop()]);
    },
  };
}

function startNudging(otherwise: (kind: string, tenantId: string) => void): NudgeSender {
  const sender = new NudgeSender({ database: database(), otherwise });
  onNudge((tenantId) => sender.nudge(HEALTH, tenantId));
  onEvents(WEBHOOKS, (tenantId) => sender.nudge(WEBHOOKS, tenantId));
  sender.start();
  return sender;
}
