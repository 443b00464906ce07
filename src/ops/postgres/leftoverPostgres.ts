/**
 * Clears what an earlier run left behind in a data directory: a running server, workers whose server was killed, and the pid file of a dead server.
 * PostgreSQL refuses to start while that file is empty, or while a process with its pid can be signalled, even a zombie.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { askSocket } from './localSocket';
import { commandLineOf, identifyProcess } from '@/server/processIdentity';

/** How long a server may take to stop gracefully, and its workers to notice that it is gone, in milliseconds. */
const STOP_MS = 30_000;
const NOTICE_MS = 5_000;
/** A process that is being killed has no command line any more. */
const DYING_MS = 2_000;
const LOOK_MS = 20;

interface Leftover {
  data: string;
  /** The program that stops servers on platforms without signals. */
  pgCtl: string;
}

/** A server runs on the data that this process must not end. */
export class ForeignServer extends Error {
  constructor(data: string) {
    super(
      `A PostgreSQL still runs on ${data}, and it is not a process that can be ended from here: it may belong to another container, or another user. Stop what started it, then try again.`,
    );
  }
}

/**
 * The caller holds the directory, so nobody else starts a server there. Throws ForeignServer if one runs that answers at its own socket, but
 * whose pid, start time and directory are not those of a process that can be seen from here.
 */
export async function endLeftover({ data, pgCtl }: Leftover, log: (line: string) => void): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const left = readPidFile(pidFile);
  if (left === null) return;
  const { pid } = left;
  if (process.platform === 'win32') {
    if (identifyProcess(pid) !== null) spawnSync(pgCtl, ['stop', '-D', data, '-m', 'fast', '-w']);
    return;
  }
  if (left.hasSocket) {
    const socket = join(data, `.s.PGSQL.${left.port}`);
    if ((await askSocket(socket)) === 'living') {
      if (!(await isServerHere(left, data))) throw new ForeignServer(data);
      log('stopping a database that an earlier run left behind …');
      await stop(pid);
    }
    rmSync(socket, { force: true });
    rmSync(`${socket}.lock`, { force: true });
  } else if ((await settledCommandLine(pid))?.includes(data) === true) {
    // Servers of earlier versions had no socket.
    log('stopping a database that an earlier run left behind …');
    await stop(pid);
  }
  // Nothing runs: the server was stopped or killed, perhaps just before it could remove its file, and its pid means nothing any more. A
  // restarted container finds that of a namespace that is gone.
  if (process.platform === 'linux') await endWorkers(data);
  if (readPidFile(pidFile)?.pid === pid) rmSync(pidFile, { force: true });
}

interface PidFile {
  /** 0 if the server was killed before it wrote the file. */
  pid: number;
  /** In seconds since 1970. */
  startedAt: number;
  port: number;
  hasSocket: boolean;
}

/** Null if there is no file. */
function readPidFile(pidFile: string): PidFile | null {
  if (!existsSync(pidFile)) return null;
  try {
    const [pid, , startedAt, port, socketDirectory] = readFileSync(pidFile, 'utf8').split('\n');
    return { pid: numberIn(pid), startedAt: numberIn(startedAt), port: numberIn(port), hasSocket: (socketDirectory ?? '') !== '' };
  } catch {
    // A stopping server has just removed the file.
    return null;
  }
}

function numberIn(line: string | undefined): number {
  const number = Number(line);
  return Number.isInteger(number) ? number : 0;
}

/** How far the two may be apart, in seconds: the process starts a moment before the server writes down when. */
const START_TOLERANCE_SECONDS = 10;

/** Whether the pid is, in this namespace, a process that started then and serves this directory. */
async function isServerHere({ pid, startedAt }: PidFile, data: string): Promise<boolean> {
  if ((await settledCommandLine(pid))?.includes(data) !== true) return false;
  if (process.platform !== 'linux') return true;
  const begun = startOf(pid);
  return begun !== null && Math.abs(begun - startedAt) <= START_TOLERANCE_SECONDS && workingDirectoryOf(pid) === realpathSync(data);
}

/** Linux counts the starts of processes in hundredths of a second since the boot. */
const TICKS_A_SECOND = 100;

/** When a process started, in seconds since 1970; null if it is gone. */
function startOf(pid: number): number | null {
  const ticks = Number(identifyProcess(pid)?.startedAt?.split('/').at(-1));
  const boot = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
  const at = boot + ticks / TICKS_A_SECOND;
  return Number.isNaN(at) ? null : at;
}

function workingDirectoryOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** The command line of the process; null if the process is gone, empty if it runs but shows none. */
async function settledCommandLine(pid: number): Promise<string | null> {
  for (const end = performance.now() + DYING_MS; ; await delay(LOOK_MS)) {
    if (identifyProcess(pid) === null) return null;
    const commandLine = commandLineOf(pid);
    if (commandLine !== '' || performance.now() > end) return commandLine;
  }
}

async function stop(pid: number): Promise<void> {
  const begun = performance.now();
  for (let sent: NodeJS.Signals | null = null; identifyProcess(pid) !== null; await delay(LOOK_MS)) {
    const late = performance.now() - begun;
    const due: NodeJS.Signals = late > 2 * STOP_MS ? 'SIGKILL' : late > STOP_MS ? 'SIGQUIT' : 'SIGINT';
    if (due !== sent) signal(pid, due);
    sent = due;
  }
}

/** Workers exit by themselves when they notice that their server is gone; a worker that is computing does not notice. */
async function endWorkers(data: string): Promise<void> {
  const begun = performance.now();
  for (let left = usersOf(data); left.length > 0; left = usersOf(data)) {
    if (performance.now() - begun > NOTICE_MS) for (const pid of left) signal(pid, 'SIGKILL');
    if (performance.now() - begun > STOP_MS) return;
    await delay(LOOK_MS);
  }
}

/** The processes that have the data directory as their working directory, as every PostgreSQL process does. Works only on Linux. */
function usersOf(data: string): number[] {
  const directory = realpathSync(data);
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => workingDirectoryOf(pid) === directory && identifyProcess(pid) !== null);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has just exited.
  }
}
