/** The server under test: started and stopped as a person would, with its own database and port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface DemoFacts {
  tenantId: string;
  email: string;
  password: string;
  key: string;
  exampleComponentId: string;
}

export interface RunningServer {
  address: string;
  dataDirectory: string;
  demo: DemoFacts;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
  /** Kills it without a chance to clean up. Its data stays. */
  kill(): Promise<void>;
  /** The end of what it has printed so far. */
  said(): string;
}

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 30_000;

/** A directory that the database's user can access too. */
export function makeDataDirectory(): string {
  const directory = mkdtempSync(join(process.env.FAULTLINE_TEST_DIRECTORY ?? tmpdir(), 'faultline-e2e-'));
  chmodSync(directory, 0o711);
  return directory;
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await once(child, 'exit');
  clearTimeout(timer);
}

function readFacts<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    // A starting server removes what the previous one left behind.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Resolves once the server has announced its address. Throws with its output if it exits first. */
export async function startServer(
  dataDirectory = makeDataDirectory(),
  port = '0',
  more: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  // By default the system assigns a port, because a free port found earlier may be taken by now. Journeys receive webhooks on this machine.
  const env = { ...process.env, PORT: port, FAULTLINE_DATA: dataDirectory, LOG_LEVEL: 'warn', WEBHOOK_ALLOW_LOOPBACK: '1', ...more };
  const child = spawn(process.execPath, [join('src', 'ops', 'boot', 'run.mjs'), 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString('utf8')).slice(-20_000)));
  const stop = async (): Promise<void> => {
    await endChild(child, 'SIGTERM');
    rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const server = readFacts<{ address: string; pid: number }>(join(dataDirectory, 'server.json'));
    const demo = readFacts<DemoFacts>(join(dataDirectory, 'demo.json'));
    if (server?.pid === child.pid && server !== null && demo !== null)
      return { address: server.address, dataDirectory, demo, stop, kill: () => endChild(child, 'SIGKILL'), said: () => said };
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The server did not start. It said:\n${said}`);
    }
    await delay(50);
  }
}
