/** Starts and stops the real server as a person would, in separate processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const READY_MS = 300_000;
const STOP_MS = 30_000;

/** One of the processes that a supervisor started. */
export interface StartedChild {
  pid: number;
  /** For example `web-1`. */
  name: string;
}

export interface StartedServer {
  address: string;
  port: number;
  pid: number;
  /** The end of the server's output. */
  said(): string;
  /** The server's child processes, without those of the database. Works only on Linux. */
  children(): StartedChild[];
  /** Resolves with the exit code or signal once the server has exited. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Sends a signal to the main process alone, or to its whole process group, as a terminal does. */
  signal(name: NodeJS.Signals, isForGroup?: boolean): void;
  /** Stops the server gracefully. Returns the exit code, or the signal that ended it. */
  stop(): Promise<number | NodeJS.Signals>;
}

interface Spawned {
  child: ChildProcess;
  said: () => string;
  ended: Promise<number | NodeJS.Signals>;
}

/** Starts the server without waiting for anything. `environment` is added to that of this process, without its variables for databases and npm. */
export function spawnServer(directory: string, environment: Readonly<Record<string, string>>): Spawned {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'warn', FAULTLINE_DATA: directory };
  for (const name of Object.keys(env)) if (/^(DATABASE_|npm_)/.test(name) || name === 'FAULTLINE_BUNDLE') delete env[name];
  // A separate process group, so that signals to the group do not reach this process.
  const child = spawn(process.execPath, [join('src', 'ops', 'boot', 'run.mjs'), 'start'], {
    env: { ...env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString('utf8')).slice(-20_000)));
  const ended = (once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>).then(
    ([code, signal]) => code ?? signal ?? 'SIGKILL',
  );
  return { child, said: () => said, ended };
}

/** Resolves when the server has announced itself. Throws, with its output, if it exits first or takes longer than five minutes. */
export async function startServer(directory: string, environment: Readonly<Record<string, string>>): Promise<StartedServer> {
  const { child, said, ended } = spawnServer(directory, environment);
  const pid = child.pid ?? 0;
  const signal = (name: NodeJS.Signals, isForGroup = false): void => void process.kill(isForGroup ? -pid : pid, name);
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const address = announced(directory, pid);
    if (address !== null) {
      const stop = async (): Promise<number | NodeJS.Signals> => {
        if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
        return ended.finally(() => clearTimeout(timer));
      };
      return { address, port: Number(new URL(address).port), pid, said, children: () => childrenOf(pid), ended, signal, stop };
    }
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start. Its output:\n${said()}`);
    }
    await delay(50);
  }
}

function announced(directory: string, pid: number): string | null {
  try {
    const server = JSON.parse(readFileSync(join(directory, 'server.json'), 'utf8')) as { address: string; pid: number };
    return server.pid === pid ? server.address : null;
  } catch {
    return null;
  }
}

function childrenOf(pid: number): StartedChild[] {
  try {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    return pids.flatMap((child) => {
      const name = nameOf(child);
      return name === null ? [] : [{ pid: child, name }];
    });
  } catch {
    return [];
  }
}

/** The name that the supervisor gave the process in its environment. */
function nameOf(pid: number): string | null {
  try {
    const told = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .find((variable) => variable.startsWith('FAULTLINE_CHILD='));
    return told === undefined ? null : (JSON.parse(told.slice(told.indexOf('=') + 1)) as StartedChild).name;
  } catch {
    return null;
  }
}
