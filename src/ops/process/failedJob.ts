import { isPassing } from '@/server/health/retryPolicy';
import { log, warnAtTimes } from '@/server/observability/log';

/**
 * Logs why a job failed. While the database or one of its nodes cannot be reached, so do the jobs of all its tenants; one line a minute says
 * that.
 */
export const logFailureOf =
  (job: string) =>
  (error: unknown): void =>
    isPassing(error)
      ? warnAtTimes(`the job ${job}`, { err: error, job }, 'job waits for the database')
      : log().error({ err: error, job }, 'job failed');
