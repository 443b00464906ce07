/** The scheduled work of this process under `npm start`. On other platforms, cron routes trigger the same work. */
import { Cron } from 'croner';
import { database } from '@/server/db';
import { followLandscapes } from '@/server/weakPoints/keptSummary';
import { tidyUp } from '@/server/housekeeping';
import { log } from '@/server/observability/log';
import { startWorkers } from './workers';

export interface Scheduler {
  stop(): Promise<void>;
}

/** A run is skipped while the previous one is still going; a failed run is repeated at its next time. */
function tidyEveryTenMinutes(isOwn: (tenantId: string) => boolean): Cron {
  const job = 'tidy up';
  const work = async (): Promise<void> => {
    log().debug({ job, ...(await tidyUp(isOwn)) }, 'job done');
  };
  const failed = (error: unknown): void => log().error({ err: error, job }, 'job failed');
  return new Cron('*/10 * * * *', { timezone: 'UTC', protect: true, unref: true, catch: failed }, work);
}

export function startScheduler(): Scheduler {
  const workers = startWorkers(database());
  const housekeeping = tidyEveryTenMinutes(workers.isOwn);
  const weakPoints = followLandscapes(database());
  return {
    stop: async () => {
      housekeeping.stop();
      weakPoints.stop();
      await workers.stop();
    },
  };
}
