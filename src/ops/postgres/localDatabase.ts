/** The embedded database of this installation. One process runs it; others (npm run admin) read `.data/postgres.json` to find it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterHome, dataDirectory, readJsonFile, writeOwnFile } from '@/ops/process/dataDirectory';
import { keepCluster, type KeptCluster } from './clusterKeeper';
import type { Cluster } from './embeddedPostgres';
import type { InstallationAddresses } from './installationAddresses';
import { lockOwner, tryLock } from '@/ops/process/homeLock';
import { keepBeating, takeDirectory, type Holder } from './installationLock';
import { kernelName, pidSpace } from '@/server/processIdentity';

const FACTS_FILE = 'postgres.json';
const WAIT_MS = 60_000;
const POLL_MS = 50;

/** Another `npm start` uses this installation. */
export class AlreadyRunning extends Error {
  constructor(readonly owner: Pick<Holder, 'pid'> & Partial<Holder>) {
    super(
      `Faultline is already running here (${placeOf(owner)}). Stop it first, or set PORT and FAULTLINE_DATA to run a second one beside it.`,
    );
  }
}

/** Where somebody else runs who holds the installation. */
function placeOf({ pid, pidSpace: space, kernel, host }: Pick<Holder, 'pid'> & Partial<Holder>): string {
  if (space === undefined || space === pidSpace()) return `process ${pid}`;
  return kernel === kernelName()
    ? `process ${pid} of another container, ${host}`
    : `process ${pid} on ${host}; if that host is gone, its lock ends a minute after its last sign of life`;
}

function writeFacts(cluster: Cluster, ownerPid: number): void {
  const { owner: url, app: appUrl, system: systemUrl } = cluster.addresses;
  writeOwnFile(join(dataDirectory(), FACTS_FILE), JSON.stringify({ url, appUrl, systemUrl, port: cluster.port, ownerPid }));
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

/** The installation, held by this process. */
interface InstallationLock {
  /** From here on, this database ends if another host may have taken the installation while this process was stopped. */
  protect(cluster: KeptCluster): void;
  release(): void;
}

/** Waits for a short-lived owner (an administrative command), but not for a server. Throws AlreadyRunning. */
async function lockInstallation(purpose: string, mayWaitFor: readonly string[], log: (line: string) => void): Promise<InstallationLock> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const { holding, busy } = await takeDirectory(dataDirectory(), purpose);
    // Earlier versions know only this lock.
    const former = holding === null ? null : tryLock(dataDirectory(), purpose);
    if (holding !== null && former !== null && former.lock !== null) {
      const { lock } = former;
      let protectedOne: KeptCluster | null = null;
      const endBeats = keepBeating(holding, {
        overdue: () => {
          log('this process was stopped for more than a minute; starting the database again …');
          protectedOne?.endAtOnce();
        },
        lost: () => {
          log('another process has taken this installation; ending the database');
          protectedOne?.abandon();
        },
      });
      const release = (): void => {
        endBeats();
        lock.release();
        holding.release();
      };
      return { protect: (cluster) => (protectedOne = cluster), release };
    }
    holding?.release();
    const owner = busy ?? former?.busy;
    if (owner == null) throw new Error('A lock was neither taken nor held.');
    if (!mayWaitFor.includes(owner.purpose) || Date.now() > deadline) throw new AlreadyRunning(owner);
    await delay(POLL_MS);
  }
}

async function startUnderLock(lock: InstallationLock, log: (line: string) => void, settings: Settings = {}): Promise<Cluster> {
  try {
    const home = clusterHome();
    if (home.note !== null) log(home.note);
    const cluster = await keepCluster({ home: home.directory, log, settings });
    lock.protect(cluster);
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

export interface TakenInstallation {
  startDatabase(settings: Settings): Promise<Cluster>;
  release(): void;
}

/** Locks the installation for a server before anything else happens. Throws AlreadyRunning. */
export async function takeInstallation(log: (line: string) => void): Promise<TakenInstallation> {
  const taken = await lockInstallation('server', ['admin'], log);
  return { startDatabase: (settings) => startUnderLock(taken, log, settings), release: () => taken.release() };
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

/** Null if a server has just taken the installation. Throws if one holds it that cannot be reached from here. */
async function lockForCommand(log: (line: string) => void): Promise<InstallationLock | null> {
  try {
    return await lockInstallation('admin', ['admin'], log);
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    const { owner } = error;
    if (owner.pidSpace === undefined || owner.pidSpace === pidSpace()) return null;
    throw new Error(`The server of this installation runs elsewhere (${placeOf(owner)}). Run this command there.`, { cause: error });
  }
}

/** Connects to the embedded database for one command: that of the running server, or one started for this command. */
export async function visitDatabase(log: (line: string) => void): Promise<DatabaseVisit> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const owner = lockOwner(dataDirectory());
    if (owner?.purpose === 'server') {
      const facts = readJsonFile(join(dataDirectory(), FACTS_FILE)) as Facts | null;
      if (facts?.ownerPid === owner.pid) return { addresses: addressesOf(facts), isServed: true, end: () => Promise.resolve() };
    } else {
      const taken = await lockForCommand(log);
      if (taken !== null) {
        const cluster = await startUnderLock(taken, log);
        return { addresses: cluster.addresses, isServed: false, end: () => cluster.stop() };
      }
    }
    if (Date.now() > deadline) throw new Error('The server of this installation is starting, but its database does not become ready.');
    await delay(POLL_MS);
  }
}
