/** The database of a benchmark: one of its own, which is gone afterwards, unless it is given one. */
import { randomBytes } from 'node:crypto';
import { migrate } from '@/ops/migrate';
import { startTemporaryCluster } from '@/ops/temporaryDatabase';
import { database, type Database } from '@/server/db';

/** Passes on the work's error, with the database stopped. */
export async function withBenchDatabase(given: string | null, work: (url: string) => Promise<void>): Promise<void> {
  if (given !== null) return work(given);
  const cluster = await startTemporaryCluster();
  try {
    await migrate({ url: cluster.url, log: () => undefined });
    await work(cluster.url);
  } finally {
    await cluster.stop();
  }
}

/** The same as the database of this process, on which doors and consumers work; the process itself is as if it had just started. */
export async function withProcessDatabase(given: string | null, work: (database: Database, url: string) => Promise<void>): Promise<void> {
  await withBenchDatabase(given, async (url) => {
    (globalThis as { faultlineState?: Map<string, unknown> }).faultlineState?.clear();
    Object.assign(process.env, { DATABASE_URL: url, DATABASE_POOLING: 'session' });
    process.env.FAULTLINE_SECRET ??= randomBytes(32).toString('base64');
    try {
      await work(database(), url);
    } finally {
      await database().close();
    }
  });
}
