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
  /** Ends it in good order and removes its data. */
  stop(): Promise<void>;
  /** Ends it without a chance to clean up, its data stay. */
  kill(): Promise<void>;
}

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 30_000;

/** A directory that the database's own user can reach too. */
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
    // A server that starts takes away what the one before it had left.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Resolves when the server has announced itself. Throws with its output when it ends before. */
export async function startServer(
  dataDirectory = makeDataDirectory(),
  port = '0',
  more: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  // Unless said, a port that the system gives: one looked for beforehand may be somebody else's by then. Journeys receive webhooks themselves, on this machine.
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
    if (server?.pid === child.pid && server !== null && demo !== null) {
      return { address: server.address, dataDirectory, demo, stop, kill: () => endChild(child, 'SIGKILL') };
    }
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The server did not start. It said:\n${said}`);
    }
    await delay(50);
  }
}
