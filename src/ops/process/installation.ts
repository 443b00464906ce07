/**
 * Prepares what a server needs: the database (external or embedded), migrated, and the secrets. Sets them in the environment before
 * anything reads it.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { clusterHome, keptSecret } from './dataDirectory';
import { addressesIn, bringUpToDate, stateAddresses, type InstallationAddresses } from '@/ops/postgres/installationAddresses';
import type { Lifetime } from './lifetime';
import { takeInstallation, type TakenInstallation } from '@/ops/postgres/localDatabase';
import { awaitDatabase } from '@/ops/postgres/awaitDatabase';
import type { ProcessPlan } from './several/processPlan';
import { readEnv } from '@/server/env';

type Counts = Pick<ProcessPlan, 'web' | 'worker'>;

export interface Preparation {
  lifetime: Lifetime;
  say: (line: string) => void;
  plan: Counts;
  /** Throws if the port is taken. */
  findPort: (port: number, host: string) => Promise<number>;
}

export interface Installation {
  hasEmbeddedDatabase: boolean;
  freePort: number;
}

/** Processes may open this many connections each; PostgreSQL accepts 100 by default. */
const CONNECTIONS_OF_A_PROCESS = 10;
const USUAL_CONNECTIONS = 100;

async function startEmbeddedDatabase(
  taken: TakenInstallation,
  { lifetime, say, plan: { web, worker } }: Preparation,
): Promise<InstallationAddresses> {
  say('starting the database …');
  const cluster = await taken.startDatabase({
    max_connections: String(Math.max(USUAL_CONNECTIONS, (web + worker) * CONNECTIONS_OF_A_PROCESS)),
  });
  await lifetime.onStop('the embedded database', () => cluster.stop());
  void cluster.exited.then(() => {
    if (lifetime.isEnding) return;
    say(`The embedded database cannot be kept running; its log is in ${join(clusterHome().directory, 'server.log')}.`);
    void lifetime.end(1);
  });
  return cluster.addresses;
}

/** Throws AlreadyRunning, DatabaseNotReady, or an Error that says what is wrong with the environment or that the port is taken. */
export async function prepareInstallation(preparation: Preparation): Promise<Installation> {
  const { lifetime, say, findPort } = preparation;
  const given = readEnv(process.env);
  const { ALLOW_NEWER_SCHEMA, PORT, HOST } = given;
  const named = addressesIn(given);
  if (named === null) {
    process.env.DATABASE_POOLING ??= 'session';
    process.env.FAULTLINE_SECRET ||= keptSecret('secret');
  }
  // Locked first, so that a second start names the first one rather than its port.
  const taken = named === null ? await takeInstallation(say) : null;
  if (taken !== null) await lifetime.onStop('the installation lock', () => taken.release());
  const freePort = await findPort(PORT, HOST);
  if (named !== null) await awaitDatabase(named, { say, isLeaving: () => lifetime.isEnding });
  const addresses = named ?? (await startEmbeddedDatabase(taken as TakenInstallation, preparation));
  // In that case only the scheduler of this process calls the cron routes.
  process.env.CRON_SECRET ||= randomBytes(24).toString('hex');
  if (addresses.isSingleLogin)
    say('DATABASE_SINGLE_LOGIN=1: the login that serves requests owns the tables too, so it could switch off what keeps tenants apart.');
  const { SMTP_URL, SMTP_FROM } = given;
  if ((SMTP_URL === undefined) !== (SMTP_FROM === undefined))
    say(`No mail is sent: ${SMTP_URL === undefined ? 'SMTP_FROM is set without SMTP_URL' : 'SMTP_URL is set without SMTP_FROM'}.`);
  await bringUpToDate(addresses, say, ALLOW_NEWER_SCHEMA);
  // Nothing in this process needs the owner from here on.
  stateAddresses({ ...addresses, owner: null }, process.env);
  return { hasEmbeddedDatabase: named === null, freePort };
}
