/** The database of a benchmark: one of its own, which is gone afterwards, unless it is given one. */
import { migrate } from '@/ops/migrate';
import { startTemporaryCluster } from '@/ops/temporaryDatabase';

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
