/** The database of a benchmark: temporary unless one is given. */
import { randomBytes } from 'node:crypto';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import { migrate } from '@/ops/postgres/migrate';
import { startTemporaryCluster } from '@/ops/postgres/temporaryDatabase';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import { database, type Database } from '@/server/db/database';
import { createLog } from '@/server/observability/log';
import { processState } from '@/server/processState';

/** Passes on an error of the work after stopping the database. */
export async function withBenchDatabase(
  given: DatabaseAddresses | null,
  work: (addresses: DatabaseAddresses) => Promise<void>,
): Promise<void> {
  if (given !== null) return work(given);
  const cluster = await startTemporaryCluster();
  try {
    await migrate({ url: cluster.addresses.owner, isSingleLogin: false, log: () => undefined });
    await work(cluster.addresses);
  } finally {
    await cluster.stop();
  }
}

/** The same as the database of this process, which doors and consumers use. The process behaves as if it had just started. */
export async function withProcessDatabase(
  given: DatabaseAddresses | null,
  work: (database: Database, addresses: DatabaseAddresses) => Promise<void>,
): Promise<void> {
  await withBenchDatabase(given, async (addresses) => {
    (globalThis as { faultlineState?: Map<string, unknown> }).faultlineState?.clear();
    stateAddresses({ ...addresses, owner: null }, process.env);
    process.env.DATABASE_POOLING = 'session';
    process.env.FAULTLINE_SECRET ??= randomBytes(32).toString('base64');
    // The line of each request is made, as in production, but would bury the figures.
    processState('accessLog', () => createLog('info', () => undefined, { isFixed: true }));
    try {
      await work(database(), addresses);
    } finally {
      await database().close();
    }
  });
}
