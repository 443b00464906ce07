/** Works on due tenants, one after another, until nothing is left or the time is up. Can safely run in several processes at once. */
import { log } from '@/server/observability/log';
import { processState } from '@/server/processState';
import { claimWork, freeDeadClaims, giveUpClaim, keepClaim, type Claim } from './claimWork';
import { onNudge } from '@/server/wake/nudges';
import { runTurn, type TurnResult } from './recompute';

export interface Consumed {
  tenants: number;
  signals: number;
  failures: number;
  /** True if the time ran out before the work was done. */
  isUnfinished: boolean;
}

/** Runs for at most `budgetMs`, and does not start a turn that it could not finish in time. `only` limits the work to one tenant. */
export async function consumeHealth(budgetMs: number, only: string | null = null): Promise<Consumed> {
  const end = performance.now() + budgetMs;
  const consumed: Consumed = { tenants: 0, signals: 0, failures: 0, isUnfinished: false };
  for (;;) {
    if (performance.now() >= end) return { ...consumed, isUnfinished: true };
    const claim = (await claimWork(only)) ?? (only === null && (await hasFreed()) ? await claimWork() : null);
    if (claim === null) return consumed;
    const turn = await workOn(claim);
    if ('failedForMs' in turn) consumed.failures += 1;
    else consumed.tenants += 1;
    consumed.signals += 'signals' in turn ? turn.signals : 0;
  }
}

/** The result of a claim: its turn, the loss of the lease to another consumer, or a failure with the time to wait. */
type Worked = TurnResult | { wasLost: true } | { failedForMs: number };

async function workOn(claim: Claim): Promise<Worked> {
  const release = keepClaim(claim);
  try {
    return (await runTurn(claim)) ?? { wasLost: true };
  } catch (error) {
    log().error({ err: error, job: 'health signals', tenantId: claim.tenant.tenantId }, 'health signals could not be processed');
    return { failedForMs: await giveUpClaim(claim, error) };
  } finally {
    release();
  }
}

/** Looks for crashed processes at most once per second, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

async function hasFreed(): Promise<boolean> {
  const last = processState('lookForDeadClaims', () => ({ at: Number.NEGATIVE_INFINITY }));
  if (performance.now() - last.at < LOOK_EVERY_MS) return false;
  last.at = performance.now();
  return (await freeDeadClaims()) > 0;
}

/** Milliseconds until the tenant is due again; null if nothing is ahead; `unknown` if only another consumer knows. */
export type NextDue = number | null | 'unknown';

/** Claims the tenant and does all its present work. */
async function consumeTenant(tenantId: string): Promise<NextDue> {
  for (;;) {
    const claim = await claimWork(tenantId);
    if (claim === null) return 'unknown';
    const turn = await workOn(claim);
    if ('failedForMs' in turn) return turn.failedForMs;
    if ('wasLost' in turn) return 'unknown';
    if (!turn.isUnfinished) return turn.dueInMs;
  }
}

export interface Consumer {
  /** Works on these tenants, each in its turn. A tenant that is requested while it is being worked on is worked on once more. */
  take(tenantIds: readonly string[]): void;
  stop(): Promise<void>;
}

interface ConsumerOptions {
  onError: (error: unknown) => void;
  /** Called after each tenant. */
  onDone?: (tenantId: string, next: NextDue) => void;
  /** How many turns run at the same time. A turn mostly waits for the database, and may use two connections while it loads a graph. */
  atOnce?: number;
  /** The work for one tenant; benchmarks pass their own. */
  work?: (tenantId: string) => Promise<NextDue>;
}

/** Lets this process consume what it accepts itself, until something else handles the notifications. */
export function startConsumer({ onError, onDone = () => undefined, atOnce = 1, work = consumeTenant }: ConsumerOptions): Consumer {
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const run = async (tenantId: string): Promise<void> => {
    try {
      onDone(tenantId, await work(tenantId));
    } catch (error) {
      onError(error);
      onDone(tenantId, 'unknown');
    }
    running.delete(tenantId);
    fill();
  };
  let isStopped = false;
  const fill = (): void => {
    if (isStopped) return;
    for (const tenantId of waiting) {
      if (running.size >= atOnce) return;
      if (running.has(tenantId)) continue;
      waiting.delete(tenantId);
      running.set(tenantId, run(tenantId));
    }
  };
  const take = (tenantIds: readonly string[]): void => {
    for (const tenantId of tenantIds) waiting.add(tenantId);
    fill();
  };
  onNudge((tenantId) => take([tenantId]));
  return {
    take,
    stop: async () => {
      onNudge(null);
      isStopped = true;
      await Promise.all(running.values());
    },
  };
}
