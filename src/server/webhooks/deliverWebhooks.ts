/**
 * Sends whatever is due, many endpoints at once and each of their lanes by one sender. Slow and failing endpoints share a part of the senders, so that
 * they hold up nobody else. Safe to run in many processes at once.
 */
import { env } from '../env';
import { onEvents } from '@/server/wake/nudges';
import { log } from '../observability/log';
import { claimLane, giveUpLane, type LaneClaim } from './claimLane';
import { runLaneTurn, type Outside } from './laneTurn';
import { sendWebhook } from './sendWebhook';

export interface SenderBounds {
  /** Turns that run at once in this process. */
  most: number;
  /** Of these, turns of endpoints that were slow or failed at last. */
  mostSlow: number;
}

const BOUNDS: SenderBounds = { most: 64, mostSlow: 32 };
/** After so long a turn lets others have its place. */
const TURN_MS = 5_000;
/** A lane that made us fail waits for so long. */
const GIVEN_UP_SECONDS = 30;
/** Events that are committed within so short a time are looked for together. */
const GATHER_MS = 20;
/** How long what is being sent may take when the process stops. */
const STOP_GRACE_MS = 2_000;

export interface Delivered {
  turns: number;
  delivered: number;
  failed: number;
  /** Turns that ended with an error of our own. */
  errors: number;
  /** The time was up before the work was. */
  isUnfinished: boolean;
}

/** The world as it is. `signal` ends what is being sent. */
export function realOutside(signal?: AbortSignal): Outside {
  const options = {
    isLoopbackAllowed: env().WEBHOOK_ALLOW_LOOPBACK,
    ...(signal === undefined ? {} : { signal }),
  };
  return {
    send: (outgoing) => sendWebhook(outgoing, options),
    now: () => new Date(),
    random: Math.random,
  };
}

class Senders {
  readonly counts: Delivered = {
    turns: 0,
    delivered: 0,
    failed: 0,
    errors: 0,
    isUnfinished: false,
  };
  private readonly running = new Map<Promise<void>, boolean>();

  constructor(
    private readonly outside: Outside,
    private readonly bounds: SenderBounds,
    private readonly isTimeUp: () => boolean,
    private readonly onDone: (tenantId: string) => void = () => undefined,
  ) {}

  /** Claims as much as there is and as fits, of these tenants or of all. Answers whether nothing was left out. */
  async fill(among: readonly string[] | null = null): Promise<boolean> {
    while (this.running.size < this.bounds.most && !this.isTimeUp()) {
      const slow = [...this.running.values()].filter((isSlow) => isSlow).length;
      const mayBeSlow = slow < this.bounds.mostSlow;
      const claim = await claimLane(this.outside.now(), mayBeSlow, among);
      if (claim === null) return mayBeSlow;
      const turn: Promise<void> = this.run(claim).finally(() => this.running.delete(turn));
      this.running.set(turn, claim.isSlow);
    }
    return false;
  }

  /** Resolves when a turn ends; null when none runs. */
  next(): Promise<void> | null {
    return this.running.size === 0 ? null : Promise.race(this.running.keys());
  }

  private async run(claim: LaneClaim): Promise<void> {
    const end = performance.now() + TURN_MS;
    try {
      const { delivered, failed } = await runLaneTurn(claim, this.outside, () => performance.now() >= end || this.isTimeUp());
      this.counts.turns += 1;
      this.counts.delivered += delivered;
      this.counts.failed += failed;
    } catch (error) {
      this.counts.errors += 1;
      // A sender that was stopped leaves its lane to the next one at once.
      const isStopped = this.isTimeUp();
      if (!isStopped) log().error({ err: error, endpointId: claim.endpointId }, 'a webhook could not be handled');
      await giveUpLane(claim, isStopped ? 0 : GIVEN_UP_SECONDS).catch(() => undefined);
    }
    this.onDone(claim.tenant.tenantId);
  }
}

/** Sends until nothing is due any more, and begins nothing after `budgetMs`; what is under way then takes ten seconds more at the most. */
export async function deliverWebhooks(
  budgetMs: number,
  outside: Outside = realOutside(),
  bounds: SenderBounds = BOUNDS,
): Promise<Delivered> {
  const end = performance.now() + budgetMs;
  const isTimeUp = (): boolean => performance.now() >= end;
  const senders = new Senders(outside, bounds, isTimeUp);
  for (;;) {
    await senders.fill();
    const next = senders.next();
    if (next === null) return { ...senders.counts, isUnfinished: isTimeUp() };
    await next;
  }
}

export interface WebhookSender {
  /** Looks at the lanes of these tenants and sends what is due. */
  take(tenantIds: readonly string[]): void;
  stop(): Promise<void>;
}

interface SenderOptions {
  onError: (error: unknown) => void;
  /** Told where there may be more to send for a tenant by and by; `isUnclear` where nothing was due, or somebody else has it. */
  onDone?: (tenantId: string, isUnclear: boolean) => void;
}

/** Sends for as long as the process lives, for the tenants that it is given, and at first for those that commit events in it. */
export function startWebhookSender({ onError, onDone = () => undefined }: SenderOptions): WebhookSender {
  const stopping = new AbortController();
  let isStopped = false;
  let wake: () => void = () => undefined;
  const senders = new Senders(
    realOutside(stopping.signal),
    BOUNDS,
    () => isStopped,
    (tenantId) => onDone(tenantId, false),
  );
  let waiting = new Set<string>();
  const take = (tenantIds: readonly string[]): void => {
    for (const tenantId of tenantIds) waiting.add(tenantId);
    if (waiting.size > 0) wake();
  };
  /** Those that found no sender free stay for the next turn that ends. */
  const fill = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const asked = waiting;
    waiting = new Set();
    const isAllDone = await senders.fill([...asked]).catch((error: unknown) => {
      onError(error);
      return true;
    });
    for (const tenantId of asked)
      if (isAllDone) onDone(tenantId, true);
      else waiting.add(tenantId);
  };
  onEvents('webhooks', (tenantId) => take([tenantId]));
  const work = async (): Promise<void> => {
    while (!isStopped) {
      // Made before the look, so that a wish that comes during it is not lost.
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await fill();
      await Promise.race([woken, ...(senders.next() === null ? [] : [senders.next()])]);
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    }
    for (let next = senders.next(); next !== null; next = senders.next()) await next;
  };
  const working = work();
  return {
    take,
    stop: async () => {
      isStopped = true;
      onEvents('webhooks', null);
      wake();
      const grace = setTimeout(() => stopping.abort(), STOP_GRACE_MS);
      await working;
      clearTimeout(grace);
    },
  };
}
