/** One replica of a fault run: the real server in a process of its own, with its own way to the database and, where it can be had, its own clock. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { InstallationAddresses } from '@/ops/installationAddresses';
import { CuttingProxy } from '@/test/cuttingProxy';
import type { Target } from './target';

const READY_MS = 90_000;
/** Ten seconds are promised for running requests; then the rest is closed. */
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
  /** Called with what it said when it ends without being killed. */
  onEnd: (said: string) => void;
}

export class Replica implements Target {
  private child: ChildProcess | null = null;
  private isAwaited = false;
  private listening: number | null = null;
  private said = '';

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

  /** The end of what it wrote to its log since its last start. */
  get lastWords(): string {
    return this.said.slice(-2_000);
  }

  port(): number | null {
    return this.listening;
  }

  /** Starts the process, and resolves when it says that it is ready. Throws with what it said if it is not within a minute and a half. */
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
    this.said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.said = (this.said + chunk.toString('utf8')).slice(-8_000)));
    child.once('exit', (code, signal) => {
      this.listening = null;
      if (!this.isAwaited) this.options.onEnd(`replica ${number} (${signal ?? code}), which said:\n${this.said}`);
    });
    const deadline = performance.now() + READY_MS;
    let port = announcedPort(directory, child);
    while (port === null || !(await isReady(port))) {
      if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline)
        throw new Error(`Replica ${number} did not become ready. It said:\n${this.said}`);
      await delay(50);
      port = announcedPort(directory, child);
    }
    this.listening = port;
  }

  /** By SIGKILL. Resolves once it is gone. */
  async kill(): Promise<void> {
    this.listening = null;
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    this.isAwaited = true;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** In good order. Returns the milliseconds that took. Throws if it takes too long or does not end well. */
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
    if (code !== 0) throw new Error(`Replica ${this.replica} ended with ${code} after SIGTERM. It said:\n${this.said}`);
    return performance.now() - begun;
  }

  /** Stops all its threads where they are, or lets them go on, as a busy host or a debugger does. */
  freeze(isFrozen: boolean): void {
    this.child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Sets its clock ahead of the machine's by so many seconds, or behind it. Nothing happens without libfaketime. */
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
