/** Starts the children of an installation, restarts those that exit by themselves, and stops all of them gracefully. */
import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Lifetime } from '@/ops/process/lifetime';
import { env } from '@/server/env';
import { metrics } from '@/server/observability/metrics';
import { restarts } from '@/server/observability/restarts';
import { childEnvironment, childrenOf, type ChildFacts } from './childEnvironment';
import { closeUntaken } from './handedOver';
import type { FromChild, ToChild } from './messages';
import type { ProcessPlan } from './processPlan';
import { Relay } from './relay';
import { MOST_EARLY_ENDS, RestartRule, SETTLED_MS } from './restartRule';

/** How long children may take to stop, in milliseconds: ten seconds for running requests, and a little for the rest. */
const STOP_MS = 13_000;

const TASKS = { web: 'requests', worker: 'background work' };

export interface SuperviseOptions {
  plan: ProcessPlan;
  /** The port that the web processes share. */
  port: number;
  lifetime: Lifetime;
  say: (line: string) => void;
}

/**
 * Turns this process into the supervisor of the others. Resolves with the port once all children answer or work; never if one cannot be kept
 * running.
 */
export async function supervise(options: SuperviseOptions): Promise<number> {
  const { plan, port, lifetime } = options;
  const { registry } = metrics();
  registry.setDefaultLabels({ process: 'supervisor' });
  // The supervisor has closed its database connections.
  registry.removeSingleMetric('faultline_database_connections');
  // The code that runs here, even if the sources have changed meanwhile.
  cluster.setupPrimary({ exec: fileURLToPath(import.meta.url), args: [], execArgv: [...process.execArgv, '--enable-source-maps'] });
  const relay = new Relay(() => registry.metrics());
  const children = childrenOf(plan).map((facts) => new Child(facts, options, relay));
  await lifetime.onStop('the processes', async () => {
    await Promise.all(children.map((child) => child.stop()));
  });
  for (const child of children) child.start();
  await Promise.all(children.map(({ isReady }) => isReady));
  return port;
}

/** One of the children: its current process, or after an exit the next one. */
class Child {
  readonly isReady: Promise<void>;
  private becomeReady: () => void = () => undefined;
  private readonly rule = new RestartRule();
  private worker: Worker | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isStopping = false;
  private onceEnded: () => void = () => undefined;

  constructor(
    private readonly facts: ChildFacts,
    private readonly options: SuperviseOptions,
    private readonly relay: Relay,
  ) {
    this.isReady = new Promise((resolve) => (this.becomeReady = resolve));
  }

  start(): void {
    const { facts } = this;
    const { plan, port, lifetime } = this.options;
    const startedAt = performance.now();
    const worker = cluster.fork(childEnvironment(facts, plan, env(), port));
    this.worker = worker;
    closeUntaken(worker);
    const send = (message: ToChild): void => {
      // A child that has just exited needs no message.
      if (worker.isConnected()) worker.send(message, (error) => void error);
    };
    const peer = { name: facts.name, role: facts.role, send };
    worker.on('message', (message: FromChild) => {
      if (message.type === 'unread') void lifetime.end(0);
      else if (message.type === 'ready') {
        this.relay.join(peer);
        this.becomeReady();
      } else this.relay.hear(peer, message);
    });
    // The process could not be started, or a message could not be sent; the exit event follows.
    worker.on('error', () => undefined);
    worker.once('exit', (code, signal) => {
      this.relay.leave(facts.name);
      this.worker = null;
      this.onceEnded();
      if (!this.isStopping) this.startAgain(performance.now() - startedAt, signal ?? `exit code ${code}`);
    });
  }

  /** Lets requests and turns finish. */
  async stop(): Promise<void> {
    this.isStopping = true;
    if (this.timer !== null) clearTimeout(this.timer);
    const { worker } = this;
    if (worker === null) return;
    const ended = new Promise<void>((resolve) => (this.onceEnded = resolve));
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS);
    if (worker.isConnected()) worker.send({ type: 'stop' } satisfies ToChild, (error) => void error);
    await ended;
    clearTimeout(timer);
  }

  private startAgain(livedMs: number, how: string): void {
    const { say, lifetime } = this.options;
    const { role } = this.facts;
    const delayMs = this.rule.ended(livedMs);
    if (delayMs === null) {
      if (lifetime.isEnding) return;
      say(
        `A process for ${TASKS[role]} ended ${MOST_EARLY_ENDS} times in a row within ${SETTLED_MS / 1_000} seconds of its start, the last time with ${how}. What it said is above.`,
      );
      void lifetime.end(1);
      return;
    }
    say(`A process for ${TASKS[role]} ended with ${how}; starting another …`);
    restarts().inc({ role });
    this.timer = setTimeout(() => this.start(), delayMs);
  }
}
