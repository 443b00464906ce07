/** The world of a fault run: one PostgreSQL, and three replicas of the built server, each behind a proxy of its own. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { keepCluster } from '@/ops/postgres/clusterKeeper';
import type { Cluster } from '@/ops/postgres/embeddedPostgres';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import { migrate } from '@/ops/postgres/migrate';
import { startTemporaryCluster } from '@/ops/postgres/temporaryDatabase';
import { type Database, openDatabase } from '@/server/db/database';
import { Replica } from './replica';

const REPLICAS = 3;
const POOL_SIZE = 8;

/**
 * The crash of a process must lose nothing, so commits wait for the write-ahead log and pages are written whole. Since the machine itself stays up, nothing
 * has to be flushed to disk.
 */
const SETTINGS = { synchronous_commit: 'on', full_page_writes: 'on', max_connections: '80' };

export interface World {
  database: Database;
  replicas: readonly Replica[];
  cluster: Cluster;
  cronSecret: string;
  /** Processes that exited without being killed, each with its last output. */
  endedByThemselves: string[];
  /** The process ids of the database, the server's own first. */
  databasePids(): number[];
  /** How long each graceful stop took, in milliseconds. */
  stops: number[];
  /** Stops everything. */
  end(): Promise<void>;
}

/** Starts PostgreSQL and the replicas. `directory` holds the replicas' files; the caller removes it. */
export async function makeWorld(directory: string): Promise<World> {
  const cluster = await startTemporaryCluster(SETTINGS, keepCluster);
  const { addresses } = cluster;
  await migrate({ url: addresses.owner, isSingleLogin: false, log: () => undefined });
  const cronSecret = randomBytes(24).toString('hex');
  const environment = {
    FAULTLINE_SECRET: randomBytes(32).toString('base64'),
    CRON_SECRET: cronSecret,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    DATABASE_POOLING: 'session',
    WEBHOOK_ALLOW_LOOPBACK: '1',
    LOG_LEVEL: 'error',
    DEMO: '0',
    // Faults hit a replica as a whole.
    FAULTLINE_PROCESSES: '1',
    GRAPH_CACHE_MEGABYTES: '64',
  };
  // Keys are made by this process, with the secret that the replicas share.
  Object.assign(process.env, { FAULTLINE_SECRET: environment.FAULTLINE_SECRET });
  stateAddresses({ ...addresses, owner: null }, process.env);
  const database = openDatabase(addresses, 2);
  const endedByThemselves: string[] = [];
  const options = { addresses, environment, onEnd: (output: string): void => void endedByThemselves.push(output) };
  const replicas: Replica[] = [];
  const stops: number[] = [];
  const end = async (): Promise<void> => {
    for (const replica of replicas) stops.push(await replica.stop());
    await database.close();
    await cluster.stop();
    for (const { proxy } of replicas) await proxy.close();
  };
  try {
    for (let number = 0; number < REPLICAS; number++)
      replicas.push(await Replica.start({ ...options, number, directory: join(directory, `replica-${number}`) }));
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
  return { database, replicas, cluster, cronSecret, endedByThemselves, stops, databasePids: () => pidsBelow(cluster.dataDirectory), end };
}

function pidsBelow(dataDirectory: string): number[] {
  try {
    const server = Number(readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim();
    return [
      server,
      ...children
        .split(' ')
        .filter((word) => word !== '')
        .map(Number),
    ];
  } catch {
    // The database is just being restarted.
    return [];
  }
}

/** Opens connections until the database has none left. The caller closes them. */
export async function takeAllConnections(url: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      taken.push(client);
    } catch {
      return taken;
    }
  }
}
