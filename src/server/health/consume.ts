/** Works through whatever is due, tenant by tenant, until nothing is left or the time is up. Safe to run in many places at once. */
import { log } from '../observability/log';
import { processState } from '../processState';
import { claimWork, freeDeadClaims, giveUpClaim, keepClaim, type Claim } from './claimWork';
import { onNudge } from '@/server/wake/nudges';
import { runTurn, type TurnResult } from './recompute';

export interface Consumed {
  tenants: number;
  signals: number;
  failures: number;
  /** The time was up before the work was. */
  isUnfinished: boolean;
}

/** Runs for `budgetMs` at the most, and not again into a turn it could not finish. `only` works on one tenant alone. */
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

/** What came of a claim: its turn; that it was lost to another consumer; or that it failed and waits. */
type Worked = TurnResult | { wasLost: true } | { failedForMs: number };

async function workOn(claim: Claim): Promise<Worked> {
  const release = keepClaim(claim);
  try {
    return (await runTurn(claim)) ?? { wasLost: true };
  } catch (error) {
    log().error({ err: error, job: 'health signals', tenantId: claim.tenant.tenantId }, 'a turn failed');
    return { failedForMs: await giveUpClaim(claim, error) };
  } finally {
    release();
  }
}

/** A crash is looked for once a second, however often there is nothing to do. */
const LOOK_EVERY_MS = 1_000;

async function hasFreed(): Promise<boolean> {
  const last = processState('lookForDeadClaims', () => ({ at: Number.NEGATIVE_INFINITY }));
  if (performance.now() - last.at < LOOK_EVERY_MS) return false;
  last.at = performance.now();
  return (await freeDeadClaims()) > 0;
}

/** In how many milliseconds the tenant is due again; null where nothing is ahead, and `unknown` where somebody else may know. */
export type NextDue = number | null | 'unknown';

/** Claims the tenant and does what there is to do for it now. */
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
  /** Works on these tenants, each when its turn comes. One that is asked for while it is worked on is worked on once more. */
  take(tenantIds: readonly string[]): void;
  stop(): Promise<void>;
}

interface ConsumerOptions {
  onError: (error: unknown) => void;
  /** Told after each tenant. */
  onDone?: (tenantId: string, next: NextDue) => void;
  /** Turns at once. Most of a turn is waiting for the database, of which each may hold two connections: one loads a graph. */
  atOnce?: number;
  /** What is done for a tenant; a benchmark has its own. */
  work?: (tenantId: string) => Promise<NextDue>;
}

/** Lets this process consume what is accepted in it, until something else follows the nudges. */
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
