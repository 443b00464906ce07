/**
 * Clears what an earlier run left behind in a data directory: a running server, workers whose server was killed, and the pid file of a dead server.
 * PostgreSQL refuses to start while that file is empty, or while a process with its pid can be signalled, even a zombie.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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

/** The caller holds the lock of the directory, so nobody else starts a server there. */
export async function endLeftover({ data, pgCtl }: Leftover, log: (line: string) => void): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (pid === null) return;
  if (process.platform === 'win32') {
    if (identifyProcess(pid) !== null) spawnSync(pgCtl, ['stop', '-D', data, '-m', 'fast', '-w']);
    return;
  }
  const commandLine = await settledCommandLine(pid);
  if (commandLine?.includes(data) === true) {
    log('stopping a database that an earlier run left behind …');
    await stop(pid);
  }
  // Either another process has the pid by now, or the server was stopped or killed, perhaps just before it could remove its file.
  if (process.platform === 'linux') await endWorkers(data);
  if (readPid(pidFile) === pid) rmSync(pidFile, { force: true });
}

/** The pid in the file; null if there is no file, 0 if the server was killed before it wrote the pid. */
function readPid(pidFile: string): number | null {
  if (!existsSync(pidFile)) return null;
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) ? pid : 0;
  } catch {
    // A stopping server has just removed the file.
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
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === directory && identifyProcess(pid) !== null;
      } catch {
        return false;
      }
    });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has just exited.
  }
}
