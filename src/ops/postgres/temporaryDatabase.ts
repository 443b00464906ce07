/**
 * A PostgreSQL for one piece of work (tests, comparing schemas). Leaves nothing behind; what a killed run left behind, the next one
 * removes.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, type ClusterOptions, endLeftoverIn, startCluster } from './embeddedPostgres';
import { canReach, findPostgresUser } from './postgresUser';
import { identifyProcess, isStillRunning, type ProcessIdentity } from '@/server/processIdentity';

const PREFIX = 'faultline-temporary-';
const OWNER_FILE = 'owner.json';
/** Nothing here needs to survive a power cut. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

function parentDirectory(): string {
  const directory = tmpdir();
  return process.platform === 'win32' || canReach(join(directory, 'x'), findPostgresUser()) ? directory : '/tmp';
}

/** Removes the servers and files of killed processes. */
export async function sweepTemporaryClusters(): Promise<void> {
  const parent = parentDirectory();
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const directory = join(parent, name);
    try {
      const owner = JSON.parse(readFileSync(join(directory, OWNER_FILE), 'utf8')) as ProcessIdentity;
      if (isStillRunning(owner)) continue;
      await endLeftoverIn(join(directory, 'cluster'));
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // The directory belongs to another user, or is just being created or removed.
    }
  }
}

/** `settings` are additional server settings, as in postgresql.conf; `start` says whether a server that ends is started again. */
export async function startTemporaryCluster(
  settings: Readonly<Record<string, string>> = {},
  start: (options: ClusterOptions) => Promise<Cluster> = startCluster,
): Promise<Cluster> {
  await sweepTemporaryClusters();
  const parent = parentDirectory();
  const directory = mkdtempSync(join(parent, PREFIX));
  chmodSync(directory, 0o711);
  writeFileSync(join(directory, OWNER_FILE), JSON.stringify(identifyProcess(process.pid)));
  const cluster = await start({ home: join(directory, 'cluster'), settings: { ...FAST, ...settings }, log: () => undefined });
  const stop = async (): Promise<void> => {
    await cluster.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { ...cluster, stop };
}
