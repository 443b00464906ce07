/** Starts the children of an installation, restarts those that exit by themselves, and stops all of them gracefully. */
import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { childEnvironment, childrenOf, type ChildFacts } from './childEnvironment';
import { closeUntaken } from './handedOver';
import type { FromChild, ToChild } from './messages';
import type { ProcessPlan } from './processPlan';
import { Relay } from './relay';
import { MOST_EARLY_ENDS, RestartRule, SETTLED_MS } from './restartRule';

/** How long children may take to stop, in milliseconds: ten seconds for running requests, and a little for the rest. */
const STOP_MS = 13_000;

const TASKS = { web: 'requests', worker: 'background work' };

export interface SupervisorOptions {
  plan: ProcessPlan;
  settings: { DATABASE_POOL_SIZE: number; GRAPH_CACHE_MEGABYTES: number };
  /** The port that the web processes share. */
  port: number;
  say: (line: string) => void;
  /** Called with a sentence if a child cannot be kept running. */
  onGivingUp: (reason: string) => void;
  /** Called when nobody reads what a child prints. */
  onUnread: () => void;
  /** Called whenever a child is restarted. */
  onRestart: (role: ChildFacts['role']) => void;
  ownMetrics: () => Promise<string>;
}

export class Supervisor {
  private readonly children: Child[];
  private readonly relay: Relay;

  constructor(options: SupervisorOptions) {
    this.relay = new Relay(options.ownMetrics);
    // The code that runs here, even if the sources have changed meanwhile.
    cluster.setupPrimary({ exec: fileURLToPath(import.meta.url), args: [], execArgv: [...process.execArgv, '--enable-source-maps'] });
    this.children = childrenOf(options.plan).map((facts) => new Child(facts, options, this.relay));
  }

  /** Resolves when every child has begun to answer or to work. Never resolves if one cannot be kept running. */
  async start(): Promise<void> {
    for (const child of this.children) child.start();
    await Promise.all(this.children.map(({ isReady }) => isReady));
  }

  /** Lets requests and turns finish. Resolves when no child is left. */
  async stop(): Promise<void> {
    await Promise.all(this.children.map((child) => child.stop()));
  }
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
    private readonly options: SupervisorOptions,
    private readonly relay: Relay,
  ) {
    this.isReady = new Promise((resolve) => (this.becomeReady = resolve));
  }

  start(): void {
    const { facts } = this;
    const { plan, settings, port } = this.options;
    const startedAt = performance.now();
    const worker = cluster.fork(childEnvironment(facts, plan, settings, port));
    this.worker = worker;
    closeUntaken(worker);
    const send = (message: ToChild): void => {
      // A child that has just exited needs no message.
      if (worker.isConnected()) worker.send(message, (error) => void error);
    };
    const peer = { name: facts.name, role: facts.role, send };
    worker.on('message', (message: FromChild) => {
      if (message.type === 'unread') this.options.onUnread();
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
    const { say, onGivingUp, onRestart } = this.options;
    const { role } = this.facts;
    const delayMs = this.rule.ended(livedMs);
    if (delayMs === null) {
      onGivingUp(
        `A process for ${TASKS[role]} ended ${MOST_EARLY_ENDS} times in a row within ${SETTLED_MS / 1_000} seconds of its start, the last time with ${how}. What it said is above.`,
      );
      return;
    }
    say(`A process for ${TASKS[role]} ended with ${how}; starting another …`);
    onRestart(role);
    this.timer = setTimeout(() => this.start(), delayMs);
  }
}
