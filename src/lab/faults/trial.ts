/** One trial: a tenant of its own, clients at all servers, a live feed and a webhook receiver. The checker runs at its end. */
import { setTimeout as delay } from 'node:timers/promises';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { Database } from '@/server/db/database';
import { tenantDb } from '@/server/db/tenantDb';
import { checkHistory } from './checkHistory';
import { Clients, type Pace } from './clients';
import { FeedClient } from './feedClient';
import { HookReceiver } from './hookReceiver';
import { isHandled, readEnding, workLeft } from './readEnding';
import type { Target } from './target';
import { openTenancy, type OpenedTenancy } from './tenancy';
import type { Violation } from './violation';
import { read } from '@/server/db/read';

/** How long all work may take to finish after the last fault. A refused delivery is retried after five seconds, then after thirty. */
const SETTLE_MS = 180_000;
const LOOK_MS = 200;
/** How many events may await delivery before the clients pause: one lane sends them one at a time, and a busy machine is slow. */
const MOST_BEHIND = 40;

export interface TrialOptions {
  database: Database;
  targets: readonly Target[];
  random: () => number;
  pace: Pace;
  watched: number;
  /** The share of webhooks that the receiver refuses once; each of them is retried after some seconds. */
  refused: number;
}

/** How many milliseconds passed until each of these worked again. */
export interface Recovery {
  /** Every server acknowledges a change. */
  answersMs: number;
  /** A signal is processed. */
  signalsMs: number;
  /** The signal's event has reached the receiver. */
  webhooksMs: number;
}

export interface Judged {
  violations: Violation[];
  counts: Record<string, number>;
}

export class Trial {
  private probes = 0;

  private constructor(
    private readonly options: TrialOptions,
    private readonly tenancy: OpenedTenancy,
    readonly clients: Clients,
    private readonly feed: FeedClient,
    private readonly receiver: HookReceiver,
  ) {}

  static async begin(options: TrialOptions): Promise<Trial> {
    const { database, targets, random, watched, pace, refused } = options;
    const port = targets[0]?.port() ?? null;
    if (port === null) throw new Error('No server is up.');
    const receiver = await HookReceiver.open(() => random() < refused);
    const tenancy = await openTenancy(database, { port, hookUrl: receiver.url, watched });
    receiver.secret = tenancy.secret;
    const { tenantId, key } = tenancy;
    const feed = new FeedClient({ tenantId, key, port: () => clients.anyTarget()?.port() ?? null });
    const clients: Clients = new Clients(targets, tenancy, random, () => feed.last - receiver.last > MOST_BEHIND);
    feed.start();
    clients.start(pace);
    return new Trial(options, tenancy, clients, feed, receiver);
  }

  /** Waits until every server works again, for at most `deadlineMs`. Returns how long that took, or a sentence about what still does not work. */
  async awaitRecovery(deadlineMs: number): Promise<Recovery | string> {
    const begun = performance.now();
    const left = (): number => deadlineMs - (performance.now() - begun);
    const signals = this.awaitSignal(left).then((message) => (message === null ? null : { message, ms: performance.now() - begun }));
    const { targets } = this.options;
    const answers = await Promise.all(targets.map((target) => this.clients.probe(target, left())));
    const answersMs = performance.now() - begun;
    const handled = await signals;
    const silent = targets.filter((_, index) => answers[index] === false);
    if (silent.length > 0) return `no change was acknowledged by replica ${silent.map(({ replica }) => replica).join(', ')}`;
    if (handled === null) return 'no signal was processed';
    if (!(await this.awaitDelivery(handled.message, left)))
      return `event ${this.receiver.last} was delivered last, but the feed is at ${this.feed.last}; lanes ${await this.lanes()}`;
    return { answersMs, signalsMs: handled.ms, webhooksMs: performance.now() - begun };
  }

  /** Stops the clients, waits until all work is done, and runs the checker. `endedByThemselves` lists processes that exited although nobody killed them. */
  async judge(endedByThemselves: readonly string[]): Promise<Judged> {
    await this.clients.stop();
    const end = performance.now() + SETTLE_MS;
    let violations: Violation[] = [];
    let isSettled = false;
    // Incidents may still resolve as time passes, so a reading may miss what the feed sends just afterwards. Such a mismatch disappears; a real violation stays.
    while (!isSettled && performance.now() < end) {
      await delay(LOOK_MS);
      if ((await workLeft(this.clients)) > 0) continue;
      const [sent, delivered] = [this.feed.last, this.receiver.deliveries.length];
      violations = await this.violations(endedByThemselves);
      isSettled =
        violations.length === 0 ||
        (sent === this.feed.last && delivered === this.receiver.deliveries.length && performance.now() > end - SETTLE_MS / 2);
    }
    if (!isSettled) violations.push({ promise: 'recovery', detail: `not all work was done ${SETTLE_MS / 1_000} s after the last fault` });
    const counts = this.counts();
    await this.end();
    return { violations, counts };
  }

  async end(): Promise<void> {
    await this.clients.stop();
    await this.feed.stop();
    this.receiver.close();
  }

  private async violations(endedByThemselves: readonly string[]): Promise<Violation[]> {
    const { feed, receiver, clients } = this;
    const ending = {
      ...(await readEnding(clients)),
      feed: feed.events,
      deliveries: receiver.deliveries,
      endedByThemselves: [...endedByThemselves],
    };
    const odd = feed.odd.map((detail) => ({ promise: 'sequences' as const, detail }));
    return [...odd, ...checkHistory(clients.history, ending)];
  }

  /** Pushes signals until one is accepted, and waits until it is processed. Returns its message, or null if that did not happen in time. */
  private async awaitSignal(left: () => number): Promise<string | null> {
    const { probed } = this.tenancy;
    while (left() > 0) {
      this.probes += 1;
      // The states take turns, so that a signal changes something even if the ones before it are in doubt.
      const message = await this.clients.push(probed, HEALTH_STATES[this.probes % HEALTH_STATES.length]!);
      if (message !== null) return (await until(() => isHandled(this.clients, probed, message), left)) ? message : null;
      await delay(LOOK_MS);
    }
    return null;
  }

  /**
   * Whether the receiver gets the event of this signal. A signal that was processed together with another has no event of its own; then the event of one
   * of the next signals counts.
   */
  private async awaitDelivery(message: string, left: () => number): Promise<boolean> {
    const awaited: string[] = [];
    for (let sent: string | null = message; sent !== null; sent = await this.awaitSignal(left)) {
      const nextAt = performance.now() + 10_000;
      awaited.push(sent);
      if (
        await until(
          () => awaited.some((sentMessage) => this.receiver.hasSeenMessage(sentMessage)),
          () => Math.min(left(), nextAt - performance.now()),
        )
      )
        return true;
    }
    return false;
  }

  /** The state of the webhook lanes, as a clue to why nothing was delivered. */
  private async lanes(): Promise<string> {
    const rows = await read(
      tenantDb(this.options.database, this.tenancy.tenantId),
      (tx) => tx.$queryRaw`select l.*, clock_timestamp() as "now", (select count(*)::int from "webhook_delivery" d
        where d."tenantId" = l."tenantId" and d."status" in ('Pending', 'Retrying')) as "left" from "webhook_lane" l`,
    );
    return JSON.stringify(rows);
  }

  private counts(): Record<string, number> {
    const { writes, pushes, versionReads, entityReads, broken } = this.clients.history;
    const of = (result: string, list: readonly { result: string }[]): number => list.filter((one) => one.result === result).length;
    return {
      'changes acknowledged': of('acknowledged', writes),
      'changes in doubt': of('unknown', writes),
      'signals accepted': of('acknowledged', pushes),
      'signals in doubt': of('unknown', pushes),
      'answers checked': versionReads.length + entityReads.length,
      'connections broken by kills': broken.length,
      events: this.feed.events.length,
      'webhook requests': this.receiver.deliveries.length,
      'webhook requests repeated':
        this.receiver.deliveries.length - new Set(this.receiver.deliveries.map(({ webhookId }) => webhookId)).size,
      'feed reconnects': this.feed.reconnects,
    };
  }
}

async function until(holds: () => boolean | Promise<boolean>, left: () => number): Promise<boolean> {
  while (left() > 0) {
    if (await holds()) return true;
    await delay(50);
  }
  return false;
}
