/** The embedded database of this installation. One process runs it; others (npm run admin) read `.data/postgres.json` to find it. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterHome, dataDirectory } from '@/ops/dataDirectory';
import { keepCluster } from '@/ops/clusterKeeper';
import type { Cluster } from '@/ops/embeddedPostgres';
import type { InstallationAddresses } from '@/ops/installationAddresses';
import { type HomeLock, lockOwner, type LockOwner, tryLock } from '@/ops/homeLock';

const FACTS_FILE = 'postgres.json';
const WAIT_MS = 60_000;
const POLL_MS = 50;

/** Another `npm start` uses this installation. */
export class AlreadyRunning extends Error {
  constructor(readonly owner: LockOwner) {
    super(
      `Faultline is already running here (process ${owner.pid}). Stop it first, or set PORT and FAULTLINE_DATA to run a second one beside it.`,
    );
  }
}

function writeFacts(cluster: Cluster, ownerPid: number): void {
  const path = join(dataDirectory(), FACTS_FILE);
  const { owner: url, app: appUrl, system: systemUrl } = cluster.addresses;
  writeFileSync(`${path}.new`, JSON.stringify({ url, appUrl, systemUrl, port: cluster.port, ownerPid }), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** As in postgresql.conf. */
type Settings = Readonly<Record<string, string>>;

interface Facts {
  /** The owner's URL. */
  url: string;
  /** Missing for a server of an older version, which had only one login. */
  appUrl?: string;
  systemUrl?: string;
  ownerPid: number;
}

function readFacts(): Facts | null {
  try {
    return JSON.parse(readFileSync(join(dataDirectory(), FACTS_FILE), 'utf8')) as Facts;
  } catch {
    return null;
  }
}

/** Waits for a short-lived owner (an administrative command), but not for a server. */
async function lockInstallation(purpose: string, mayWaitFor: readonly string[]): Promise<HomeLock | LockOwner> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const { lock, busy } = tryLock(dataDirectory(), purpose);
    if (lock !== null) return lock;
    if (!mayWaitFor.includes(busy.purpose) || Date.now() > deadline) return busy;
    await delay(POLL_MS);
  }
}

async function startUnderLock(lock: HomeLock, log: (line: string) => void, settings: Settings = {}): Promise<Cluster> {
  try {
    const home = clusterHome();
    if (home.note !== null) log(home.note);
    const cluster = await keepCluster({ home: home.directory, log, settings });
    writeFacts(cluster, process.pid);
    const stop = async (): Promise<void> => {
      rmSync(join(dataDirectory(), FACTS_FILE), { force: true });
      await cluster.stop();
      lock.release();
    };
    return { ...cluster, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Locks the installation for a server before anything else happens. Throws AlreadyRunning. */
export async function takeInstallation(): Promise<{
  startDatabase(log: (line: string) => void, settings: Settings): Promise<Cluster>;
  release(): void;
}> {
  const taken = await lockInstallation('server', ['admin']);
  if (!('release' in taken)) throw new AlreadyRunning(taken);
  return { startDatabase: (log, settings) => startUnderLock(taken, log, settings), release: () => taken.release() };
}

export interface DatabaseVisit {
  addresses: InstallationAddresses;
  /** Whether a server of this installation is running. */
  isServed: boolean;
  /** Stops the database, if this call had to start it. */
  end(): Promise<void>;
}

/** Throws if the running server is of a version without these logins. */
function addressesOf({ url, appUrl, systemUrl }: Facts): InstallationAddresses {
  if (appUrl === undefined || systemUrl === undefined)
    throw new Error('The server that runs here is of an older version. Stop it, start this version, and try again.');
  return { app: appUrl, system: systemUrl, owner: url, isSingleLogin: false };
}

/** Connects to the embedded database for one command: that of the running server, or one started for this command. */
export async function visitDatabase(log: (line: string) => void): Promise<DatabaseVisit> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const owner = lockOwner(dataDirectory());
    if (owner?.purpose === 'server') {
      const facts = readFacts();
      if (facts?.ownerPid === owner.pid) return { addresses: addressesOf(facts), isServed: true, end: () => Promise.resolve() };
    } else {
      const taken = await lockInstallation('admin', ['admin']);
      if ('release' in taken) {
        const cluster = await startUnderLock(taken, log);
        return { addresses: cluster.addresses, isServed: false, end: () => cluster.stop() };
      }
    }
    if (Date.now() > deadline) throw new Error('The server of this installation is starting and its database does not become ready.');
    await delay(POLL_MS);
  }
}
