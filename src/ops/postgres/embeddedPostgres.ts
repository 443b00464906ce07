/** Starts, recovers and stops an embedded PostgreSQL (from npm) in a directory. homeLock decides who may use the directory. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { writeOwnFile } from '@/ops/process/dataDirectory';
import { ensureLogins } from './embeddedLogins';
import { endLeftover } from './leftoverPostgres';
import { endWithThisProcess } from './postgresWatcher';
import type { InstallationAddresses } from './installationAddresses';
import { preparePostgresBinaries, type PostgresBinaries } from './postgresBinaries';
import { canReach, findPostgresUser, type SystemUser } from './postgresUser';

const SUPERUSER = 'postgres';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;

export interface ClusterOptions {
  /** Directory of the cluster: `data/`, `password`, `server.log`. The user of `findPostgresUser` must be able to reach it. */
  home: string;
  /** Server settings in addition to the defaults, as in postgresql.conf. */
  settings?: Readonly<Record<string, string>>;
  /** The port to listen on; default: any free port. */
  port?: number;
  log: (line: string) => void;
}

export interface Cluster {
  port: number;
  /** URLs of the server's database, one for each login. */
  addresses: InstallationAddresses & { owner: string };
  /** The same server as superuser, database `postgres`: for tests that create databases and roles. */
  superuserUrl: string;
  /** The directory with the server's data and pid file. */
  dataDirectory: string;
  /** Settles when the server has exited, expectedly or not. */
  exited: Promise<void>;
  stop(): Promise<void>;
  /** Ends it at once, without waiting for its clients or writing anything down. What was committed is recovered at the next start. */
  endAtOnce(): void;
}

interface Site {
  user: SystemUser | null;
  binaries: PostgresBinaries;
  home: string;
  data: string;
}

function runAs(user: SystemUser | null): { uid?: number; gid?: number } {
  return user === null ? {} : { uid: user.uid, gid: user.gid };
}

function programEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_') && name !== 'LANG');
  return { ...Object.fromEntries(inherited), NODE_ENV: process.env.NODE_ENV, LC_ALL: 'C' };
}

/**
 * Creates the cluster in a temporary place and moves it when complete, so that an interrupted creation leaves nothing that looks like a
 * cluster.
 */
function createCluster(site: Site, password: string): void {
  removeDrafts(site);
  // A unique name, because the program of an interrupted creation may still be writing to its own.
  const draft = `${site.data}.new-${randomBytes(4).toString('hex')}`;
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (site.user !== null) for (const path of [draft, passwordFile]) chownSync(path, site.user.uid, site.user.gid);
  const flags = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions'];
  // The built-in provider compares by code point on every platform and release, whatever locales the system has.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const run = spawnSync(site.binaries.initdb, ['-D', draft, ...flags, ...locale], {
    ...runAs(site.user),
    cwd: site.home,
    env: programEnvironment(),
    encoding: 'utf8',
  });
  rmSync(passwordFile, { force: true });
  if (run.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new Error(`PostgreSQL could not create its data directory ${site.data}: ${run.error?.message ?? run.stderr.trim()}`);
  }
  renameSync(draft, site.data);
}

/** Removes leftover drafts. One that is still being written to stays until the next time. */
function removeDrafts({ home, data }: Site): void {
  for (const name of readdirSync(home)) {
    if (!name.startsWith(`${basename(data)}.new`)) continue;
    try {
      rmSync(join(home, name), { recursive: true, force: true });
    } catch {
      // The draft only takes up disk space.
    }
  }
}

/** Returns the password that is stored beside the data. If that was lost, sets a new one in single-user mode, which needs no password. */
function readOrResetPassword(site: Site): string {
  const file = join(site.home, 'password');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (kept !== '') return kept;
  const password = randomBytes(24).toString('hex');
  if (existsSync(site.data)) {
    const run = spawnSync(site.binaries.postgres, ['--single', '-D', site.data, 'postgres'], {
      ...runAs(site.user),
      cwd: site.home,
      env: programEnvironment(),
      input: `alter role ${SUPERUSER} password '${password}'\n`,
      encoding: 'utf8',
    });
    if (run.status !== 0)
      throw new Error(`The password of the database in ${site.home} is lost, and a new one could not be set: ${run.stderr.trim()}`);
  }
  writeOwnFile(file, password);
  return password;
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

function spawnServer(site: Site, port: number, settings: Readonly<Record<string, string>>): ChildProcess {
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Relative to its data. It proves that a server lives, also to processes that cannot see its pid.
    unix_socket_directories: '.',
    timezone: 'UTC',
    ...settings,
  };
  const log = openSync(join(site.home, 'server.log'), 'w', 0o600);
  try {
    // A separate process group, so that Ctrl-C in the terminal ends the server first and the database after it. The log is a file rather
    // than a pipe, so that the database does not fail to write when this process is killed.
    return spawn(site.binaries.postgres, ['-D', site.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
      ...runAs(site.user),
      cwd: site.home,
      env: programEnvironment(),
      stdio: ['ignore', log, log],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } finally {
    closeSync(log);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Resolves with true when the server answers, with false if it exited first. */
async function waitUntilReady(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!hasEnded(child) && child.pid !== undefined) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === '28P01')
        throw new Error('The stored password of the embedded database is not accepted.', { cause: error });
      if (Date.now() > deadline) throw new Error('The embedded database did not become ready within a minute.', { cause: error });
    }
    await delay(25);
  }
  return false;
}

async function launch(
  site: Site,
  password: string,
  settings: Readonly<Record<string, string>>,
  wantedPort: number | undefined,
): Promise<{ child: ChildProcess; port: number }> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let hasSockets = process.platform !== 'win32';
  for (;;) {
    const port = wantedPort ?? (await findFreePort());
    const child = spawnServer(site, port, hasSockets ? settings : { ...settings, unix_socket_directories: '' });
    const failure = new Promise<Error>((resolve) => child.once('error', resolve));
    if (await waitUntilReady(child, superuserAddress(password, port))) return { child, port };
    if (child.pid === undefined) throw new Error('PostgreSQL could not be run.', { cause: await failure });
    const said = readFileSync(join(site.home, 'server.log'), 'utf8');
    // Some shared and network file systems have no sockets.
    if (hasSockets && said.includes('could not create any Unix-domain sockets')) {
      hasSockets = false;
      continue;
    }
    // All three are temporary: workers of a killed server need a moment to notice, the server itself may only just have exited, and another program may
    // have taken the port first.
    const isPassing = ['shared memory', 'ddress already in use', 'lock file'].some((words) => said.includes(words));
    if (!isPassing || Date.now() > deadline) throw new Error(`The embedded database did not start. It said:\n${said.trim()}`);
    await delay(200);
    await endLeftover({ data: site.data, pgCtl: site.binaries.pgCtl }, () => undefined);
  }
}

function superuserAddress(password: string, port: number): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
}

async function stopServer(child: ChildProcess, site: Site, exited: Promise<void>): Promise<void> {
  if (hasEnded(child)) return;
  if (process.platform === 'win32') spawnSync(site.binaries.pgCtl, ['stop', '-D', site.data, '-m', 'fast', '-w']);
  else child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}

/** Stops the server of a cluster whose owner was killed, without restarting it. */
export async function endLeftoverIn(home: string): Promise<void> {
  const user = findPostgresUser();
  const { pgCtl } = preparePostgresBinaries(user, dirname(home));
  await endLeftover({ data: join(home, 'data'), pgCtl }, () => undefined);
}

/** Starts the cluster in `home`, and creates it if there is none. The caller holds the lock of the directory. */
export async function startCluster({ home, settings = {}, port: wantedPort, log }: ClusterOptions): Promise<Cluster> {
  mkdirSync(home, { recursive: true });
  const user = findPostgresUser();
  if (user !== null) chmodSync(home, 0o711);
  const site: Site = { user, binaries: preparePostgresBinaries(user, dirname(home)), home, data: join(home, 'data') };
  if (!canReach(site.data, user)) throw new Error(`PostgreSQL runs as the user ${user?.name ?? ''}, who cannot reach ${home}.`);
  await endLeftover({ data: site.data, pgCtl: site.binaries.pgCtl }, log);
  const password = readOrResetPassword(site);
  if (!existsSync(site.data)) createCluster(site, password);
  const { child, port } = await launch(site, password, settings, wantedPort);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (hasEnded(child)) throw new Error(`The embedded database ended right after its start; see ${join(home, 'server.log')}.`);
  child.unref();
  const unwatch = endWithThisProcess(child.pid ?? 0, site.data);
  void exited.then(unwatch);
  const superuserUrl = superuserAddress(password, port);
  try {
    const addresses = await ensureLogins(superuserUrl);
    const stop = (): Promise<void> => stopServer(child, site, exited);
    const endAtOnce = (): void => void child.kill(process.platform === 'win32' ? 'SIGKILL' : 'SIGQUIT');
    return { port, addresses, superuserUrl, dataDirectory: site.data, exited, stop, endAtOnce };
  } catch (error) {
    await stopServer(child, site, exited);
    throw error;
  }
}
