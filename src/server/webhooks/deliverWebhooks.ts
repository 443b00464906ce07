/**
 * Sends whatever is due, to many endpoints at once, with one sender per lane. Slow, failing and new endpoints get only a share of the
 * senders, and no tenant takes more of any than it leaves free, so that none delays others. Can safely run in several processes at once.
 */
import { setMaxListeners } from 'node:events';
import { env } from '@/server/env';
import { onEvents } from '@/server/wake/nudges';
import { log } from '@/server/observability/log';
import { isPassing } from '@/server/health/retryPolicy';
import { claimLane, giveUpLane, keepLane, type LaneClaim, type Room } from './claimLane';
import { runLaneTurn, type Outside } from './laneTurn';
import { sendMail } from './messages/sendMail';
import { sendWebhook } from './sendWebhook';

export interface SenderBounds {
  /** How many turns run at the same time in this process. */
  most: number;
  /** How many of these may belong to endpoints that were slow or failed recently, or never answered. */
  mostSlow: number;
}

const BOUNDS: SenderBounds = { most: 64, mostSlow: 32 };
/** After this long, a turn makes room for others, in milliseconds. */
const TURN_MS = 5_000;
/** How long a lane waits after an error of our own, in seconds, and after one that passes: the database was away. */
const GIVEN_UP_SECONDS = 30;
const PASSING_WAIT_SECONDS = 3;
/** Events that are committed within this time are handled together, in milliseconds. */
const GATHER_MS = 20;
/** How long current requests may take when the process stops, in milliseconds. */
const STOP_GRACE_MS = 2_000;

export interface Delivered {
  turns: number;
  delivered: number;
  failed: number;
  /** Turns that ended with an error of our own. */
  errors: number;
  /** True if the time ran out before the work was done. */
  isUnfinished: boolean;
}

/** The database's clock and the real network. `signal` aborts requests. */
export function realOutside(signal?: AbortSignal): Outside {
  const options = {
    isLoopbackAllowed: env().WEBHOOK_ALLOW_LOOPBACK,
    ...(signal === undefined ? {} : { signal }),
  };
  return {
    send: (outgoing) => (outgoing.mail === undefined ? sendWebhook(outgoing, options) : sendMail(outgoing.mail)),
    now: null,
    random: Math.random,
  };
}

function turnsByTenant(claims: readonly LaneClaim[]): Map<string, number> {
  const turns = new Map<string, number>();
  for (const { tenant } of claims) turns.set(tenant.tenantId, (turns.get(tenant.tenantId) ?? 0) + 1);
  return turns;
}

/** A tenant may take no more than it leaves free, so there is always something left for one that comes later. */
function thoseAt(turns: ReadonlyMap<string, number>, free: number): string[] {
  return [...turns].flatMap(([tenantId, count]) => (count >= free ? [tenantId] : []));
}

class Senders {
  readonly counts: Delivered = {
    turns: 0,
    delivered: 0,
    failed: 0,
    errors: 0,
    isUnfinished: false,
  };
  private readonly running = new Map<Promise<void>, LaneClaim>();

  constructor(
    private readonly outside: Outside,
    private readonly bounds: SenderBounds,
    private readonly isTimeUp: () => boolean,
    private readonly onDone: (tenantId: string) => void = () => undefined,
  ) {}

  /** Claims as many lanes as there are and as fit, of these tenants or of all. Returns whether none was left out. */
  async fill(among: readonly string[] | null = null): Promise<boolean> {
    while (this.running.size < this.bounds.most && !this.isTimeUp()) {
      const room = this.room();
      const claim = await claimLane(this.outside.now?.() ?? null, room, among);
      if (claim === null) return room.mayBeSlow && room.full.length === 0 && room.fullOfSlow.length === 0;
      const turn: Promise<void> = this.run(claim).finally(() => this.running.delete(turn));
      this.running.set(turn, claim);
    }
    return false;
  }

  private room(): Room {
    const claims = [...this.running.values()];
    const slow = claims.filter(({ isSlow }) => isSlow);
    const [turns, slowTurns] = [turnsByTenant(claims), turnsByTenant(slow)];
    const free = { all: this.bounds.most - claims.length, slow: this.bounds.mostSlow - slow.length };
    return { mayBeSlow: free.slow > 0, turns, full: thoseAt(turns, free.all), fullOfSlow: thoseAt(slowTurns, free.slow) };
  }

  /** Resolves when a turn ends; null if none runs. */
  next(): Promise<void> | null {
    return this.running.size === 0 ? null : Promise.race(this.running.keys());
  }

  private async run(claim: LaneClaim): Promise<void> {
    const end = performance.now() + TURN_MS;
    const keeper = keepLane(claim);
    try {
      const { delivered, failed } = await runLaneTurn(claim, this.outside, () => performance.now() >= end || this.isTimeUp(), keeper.moved);
      this.counts.turns += 1;
      this.counts.delivered += delivered;
      this.counts.failed += failed;
    } catch (error) {
      this.counts.errors += 1;
      // A stopped sender releases its lane immediately.
      const isStopped = this.isTimeUp();
      if (!isStopped) log().error({ err: error, endpointId: claim.endpointId }, 'a webhook could not be handled');
      const waitSeconds = isStopped ? 0 : isPassing(error) ? PASSING_WAIT_SECONDS : GIVEN_UP_SECONDS;
      await giveUpLane(claim, waitSeconds).catch(() => undefined);
    } finally {
      keeper.stop();
    }
    this.onDone(claim.tenant.tenantId);
  }
}

/** Sends until nothing is due. Starts nothing new after `budgetMs`; what is running then takes at most ten seconds more. */
export async function deliverWebhooks(
  budgetMs: number,
  outside: Outside = realOutside(),
  bounds: SenderBounds = BOUNDS,
): Promise<Delivered> {
  const end = performance.now() + budgetMs;
  const isTimeUp = (): boolean => performance.now() >= end;
  const senders = new Senders(outside, bounds, isTimeUp);
  for (;;) {
    const isAllTaken = await senders.fill();
    const next = senders.next();
    // Turns may have ended while `fill` still left their tenants out: then nothing runs, and it looks again.
    if (next === null && (isAllTaken || isTimeUp())) return { ...senders.counts, isUnfinished: isTimeUp() };
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
  /** Called when a tenant may have more to send later. `isUnclear` if nothing was due, or another sender has the lane. */
  onDone?: (tenantId: string, isUnclear: boolean) => void;
}

/** Sends as long as the process lives: for the tenants passed to it, and at first for those that commit events in it. */
export function startWebhookSender({ onError, onDone = () => undefined }: SenderOptions): WebhookSender {
  const stopping = new AbortController();
  // Each attempt under way listens to it.
  setMaxListeners(0, stopping.signal);
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
  /** Tenants without a free sender wait until a turn ends. */
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
      // Created before looking for work, so that a request during the search is not lost.
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await fill();
      const next = senders.next();
      // Tenants that were left out wait for a turn to end; if all ended meanwhile, nothing else would wake it.
      if (next !== null || waiting.size === 0) await Promise.race([woken, ...(next === null ? [] : [next])]);
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
