/** One replica of a fault run: the real server in its own process, behind its own proxy to the database and, where libfaketime is installed, with its own clock. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { InstallationAddresses } from '@/ops/postgres/installationAddresses';
import { CuttingProxy } from '@/test/cuttingProxy';
import type { Target } from './target';

const READY_MS = 90_000;
/** Running requests get ten seconds to finish, then the server closes their connections. */
const STOP_MS = 15_000;

/** Where Debian and others keep libfaketime. */
const FAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/faketime/libfaketime.so.1',
];
export const fakeTime = (): string | null => FAKETIME.find((path) => existsSync(path)) ?? null;

export interface ReplicaOptions {
  number: number;
  directory: string;
  addresses: InstallationAddresses;
  environment: Readonly<Record<string, string>>;
  /** Called with the replica's last output when it exits without being killed. */
  onEnd: (output: string) => void;
}

export class Replica implements Target {
  private child: ChildProcess | null = null;
  private isAwaited = false;
  private listening: number | null = null;
  private output = '';

  private constructor(
    private readonly options: ReplicaOptions,
    readonly proxy: CuttingProxy,
  ) {}

  static async start(options: ReplicaOptions): Promise<Replica> {
    mkdirSync(options.directory, { recursive: true });
    const replica = new Replica(options, await CuttingProxy.before(options.addresses.app));
    await replica.launch();
    return replica;
  }

  get replica(): number {
    return this.options.number;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** The last 2,000 characters that the process has written since it started. */
  get lastOutput(): string {
    return this.output.slice(-2_000);
  }

  port(): number | null {
    return this.listening;
  }

  /** Starts the process, and resolves when it is ready. Throws, with its output, if it is not ready within a minute and a half. */
  async launch(): Promise<void> {
    const { directory, addresses, environment, number } = this.options;
    this.setClock(0);
    const library = fakeTime();
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      ...environment,
      PORT: '0',
      FAULTLINE_DATA: directory,
      DATABASE_URL: this.proxy.urlFor(addresses.app),
      DATABASE_SYSTEM_URL: this.proxy.urlFor(addresses.system),
      ...(library === null
        ? {}
        : {
            LD_PRELOAD: library,
            FAKETIME_TIMESTAMP_FILE: this.clockFile,
            FAKETIME_CACHE_DURATION: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
            NO_FAKE_STAT: '1',
          }),
    };
    for (const name of ['DATABASE_OWNER_URL', 'npm_lifecycle_event', 'FAULTLINE_BUNDLE']) delete env[name];
    rmSync(join(directory, 'server.json'), { force: true });
    const child = spawn(process.execPath, [join('src', 'ops', 'boot', 'run.mjs'), 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.isAwaited = false;
    this.output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString('utf8')).slice(-8_000)));
    child.once('exit', (code, signal) => {
      this.listening = null;
      if (!this.isAwaited) this.options.onEnd(`replica ${number} (${signal ?? code}), whose last output was:\n${this.output}`);
    });
    const deadline = performance.now() + READY_MS;
    let port = announcedPort(directory, child);
    while (port === null || !(await isReady(port))) {
      if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline)
        throw new Error(`Replica ${number} did not become ready. Its output:\n${this.output}`);
      await delay(50);
      port = announcedPort(directory, child);
    }
    this.listening = port;
  }

  /** Sends SIGKILL, and resolves once the process is gone. */
  async kill(): Promise<void> {
    this.listening = null;
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    this.isAwaited = true;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Stops the process gracefully (SIGTERM). Returns how many milliseconds that took. Throws if it took too long or the exit code is not 0. */
  async stop(): Promise<number> {
    const { child } = this;
    this.listening = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return 0;
    this.isAwaited = true;
    const begun = performance.now();
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const [code] = await ended;
    clearTimeout(timer);
    if (code !== 0) throw new Error(`Replica ${this.replica} exited with ${code} after SIGTERM. Its output:\n${this.output}`);
    return performance.now() - begun;
  }

  /** Pauses all threads of the process, as an overloaded host or a debugger does, or resumes them. */
  freeze(isFrozen: boolean): void {
    this.child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Sets the replica's clock ahead of the machine's by this many seconds (behind it if negative). Does nothing without libfaketime. */
  setClock(offsetSeconds: number): void {
    writeFileSync(this.clockFile, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}\n`);
  }

  private get clockFile(): string {
    return join(this.options.directory, 'clock');
  }
}

/** The port of a server with this data directory; null until the process announces one. */
export function announcedPort(directory: string, process: ChildProcess): number | null {
  try {
    const { address, pid } = JSON.parse(readFileSync(join(directory, 'server.json'), 'utf8')) as { address: string; pid: number };
    return pid === process.pid ? Number(new URL(address).port) : null;
  } catch {
    return null;
  }
}

export async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/ready`)).status === 200;
  } catch {
    return false;
  }
}
