/**
 * Prepares what a server needs: the database (external or embedded), migrated, and the secrets. Sets them in the environment before
 * anything reads it.
 */
import { randomBytes } from 'node:crypto';
import { keptSecret } from '@/ops/dataDirectory';
import { addressesIn, bringUpToDate, stateAddresses, type InstallationAddresses } from '@/ops/installationAddresses';
import type { Lifetime } from '@/ops/lifetime';
import { takeInstallation } from '@/ops/localDatabase';
import type { ProcessPlan } from '@/ops/processes/processPlan';
import { readEnv } from '@/server/env';

type Counts = Pick<ProcessPlan, 'web' | 'worker'>;

export interface Installation {
  hasEmbeddedDatabase: boolean;
}

/** Processes may open this many connections each; PostgreSQL accepts 100 by default. */
const CONNECTIONS_OF_A_PROCESS = 10;
const USUAL_CONNECTIONS = 100;

async function startEmbeddedDatabase(
  lifetime: Lifetime,
  say: (line: string) => void,
  { web, worker }: Counts,
): Promise<InstallationAddresses> {
  const taken = await takeInstallation(say);
  await lifetime.onStop('the installation lock', () => taken.release());
  say('starting the database …');
  const cluster = await taken.startDatabase({
    max_connections: String(Math.max(USUAL_CONNECTIONS, (web + worker) * CONNECTIONS_OF_A_PROCESS)),
  });
  await lifetime.onStop('the embedded database', () => cluster.stop());
  void cluster.exited.then(() => {
    if (lifetime.isEnding) return;
    say('The embedded database cannot be kept running; its log is in .data/postgres/server.log.');
    void lifetime.end(1);
  });
  return cluster.addresses;
}

/** Throws AlreadyRunning, DatabaseNotReady, or an Error that says what is wrong with the environment. */
export async function prepareInstallation(lifetime: Lifetime, say: (line: string) => void, plan: Counts): Promise<Installation> {
  const given = readEnv(process.env);
  const { ALLOW_NEWER_SCHEMA } = given;
  const named = addressesIn(given);
  if (named === null) {
    process.env.DATABASE_POOLING ??= 'session';
    process.env.FAULTLINE_SECRET ||= keptSecret('secret');
  }
  const addresses = named ?? (await startEmbeddedDatabase(lifetime, say, plan));
  // In that case only the scheduler of this process calls the cron routes.
  process.env.CRON_SECRET ||= randomBytes(24).toString('hex');
  if (addresses.isSingleLogin)
    say('DATABASE_SINGLE_LOGIN=1: one login owns the tables and serves everybody, so it alone could switch the wall between tenants off.');
  await bringUpToDate(addresses, say, ALLOW_NEWER_SCHEMA);
  // Nothing in this process needs the owner from here on.
  stateAddresses({ ...addresses, owner: null }, process.env);
  return { hasEmbeddedDatabase: named === null };
}
