/** What this process does by the clock, in `npm start`; on platforms without it the same work is asked for through the cron routes. */
import { Cron } from 'croner';
import { database } from '@/server/db';
import { consumeHealth, startConsumer } from '@/server/health/consume';
import { followLandscapes } from '@/server/weakPoints/keptSummary';
import { tidyUp } from '@/server/housekeeping';
import { log } from '@/server/observability/log';
import { startWebhookSender } from '@/server/webhooks/deliverWebhooks';

interface Job {
  name: string;
  /** Five cron fields, or six with seconds first; UTC. */
  pattern: string;
  run: () => Promise<object>;
}

const HEALTH_TURN_MS = 4_000;

const JOBS: readonly Job[] = [
  { name: 'tidy up', pattern: '*/10 * * * *', run: tidyUp },
  // What is accepted in this process wakes its consumer at once; this is for what other processes accepted and did not finish, and for timers: an
  // incident that opens after a delay is at most a second late.
  { name: 'health signals', pattern: '* * * * * *', run: () => consumeHealth(HEALTH_TURN_MS) },
];

/** A job that is still running is not begun a second time; one that failed is tried again at its next time. */
function schedule({ name, pattern, run }: Job): Cron {
  const work = async (): Promise<void> => {
    log().debug({ job: name, ...(await run()) }, 'job done');
  };
  return new Cron(
    pattern,
    { timezone: 'UTC', protect: true, unref: true, catch: (error) => log().error({ err: error, job: name }, 'job failed') },
    work,
  );
}

export interface Scheduler {
  stop(): Promise<void>;
}

export function startScheduler(): Scheduler {
  const running = JOBS.map(schedule);
  const consumer = startConsumer((error) => log().error({ err: error, job: 'health signals' }, 'job failed'));
  const weakPoints = followLandscapes(database());
  const sender = startWebhookSender((error) => log().error({ err: error, job: 'webhooks' }, 'job failed'));
  return {
    stop: async () => {
      running.forEach((job) => job.stop());
      weakPoints.stop();
      await Promise.all([consumer.stop(), sender.stop()]);
    },
  };
}
