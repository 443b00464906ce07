/** What this process does by the clock, in `npm start`; on platforms without it the same work is asked for through the cron routes. */
import { Cron } from 'croner';
import { tidyUp } from '@/server/housekeeping';
import { log } from '@/server/observability/log';

interface Job {
  name: string;
  /** Five cron fields, UTC. */
  pattern: string;
  run: () => Promise<object>;
}

const JOBS: readonly Job[] = [{ name: 'tidy up', pattern: '*/10 * * * *', run: tidyUp }];

/** A job that is still running is not begun a second time; one that failed is tried again at its next time. */
function schedule({ name, pattern, run }: Job): Cron {
  const work = async (): Promise<void> => {
    log().debug({ job: name, ...(await run()) }, 'job done');
  };
  return new Cron(pattern, { timezone: 'UTC', protect: true, unref: true, catch: (error) => log().error({ err: error, job: name }, 'job failed') }, work);
}

export interface Scheduler {
  stop(): void;
}

export function startScheduler(): Scheduler {
  const running = JOBS.map(schedule);
  return { stop: () => running.forEach((job) => job.stop()) };
}
