/** Works through whatever is due, tenant by tenant, until nothing is left or the time is up. Safe to run in many places at once. */
import { log } from '../observability/log';
import { processState } from '../processState';
import { claimWork, freeDeadClaims, giveUpClaim, keepClaim } from './claimWork';
import { onNudge } from '@/server/wake/nudges';
import { runTurn } from './recompute';

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
    const claim = (await claimWork(only)) ?? ((await hasFreed()) ? await claimWork(only) : null);
    if (claim === null) return consumed;
    const release = keepClaim(claim);
    try {
      const turn = await runTurn(claim);
      consumed.tenants += 1;
      consumed.signals += turn?.signals ?? 0;
    } catch (error) {
      consumed.failures += 1;
      log().error({ err: error, job: 'health signals', tenantId: claim.tenant.tenantId }, 'a turn failed');
      await giveUpClaim(claim, error);
    } finally {
      release();
    }
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

interface Consumer {
  running: Promise<void> | null;
  isWanted: boolean;
}

/** Lets this process consume whenever something was accepted in it. A nudge that comes while it runs is not lost: it runs once more. */
export function startConsumer(onError: (error: unknown) => void): { stop(): Promise<void> } {
  const consumer = processState<Consumer>('healthConsumer', () => ({ running: null, isWanted: false }));
  const run = async (): Promise<void> => {
    while (consumer.isWanted) {
      consumer.isWanted = false;
      await consumeHealth(5_000).catch(onError);
    }
    consumer.running = null;
  };
  onNudge(() => {
    consumer.isWanted = true;
    consumer.running ??= run();
  });
  return {
    stop: async () => {
      onNudge(null);
      consumer.isWanted = false;
      await consumer.running;
    },
  };
}
