/** Long work of a tenant on this process's main thread. */
import { processState } from '@/server/processState';
import type { Steps } from '@/plain/steps';
import { MainThread, type Asked } from './mainThread';
import { watchLines } from './queueMetrics';

function mainThread(): MainThread {
  return processState('mainThread', () => {
    const thread = new MainThread();
    watchLines(() => thread.states());
    return thread;
  });
}

/** The result of work, done in turns with that of other tenants. Throws as `MainThread.run` does. */
export function takeTurns<Result>(asked: Asked, begin: () => Steps<Result>): Promise<Result> {
  return mainThread().run(asked, begin);
}

/** Says that work of this tenant that could not start before may start now. */
export function reconsider(tenantId: string): void {
  mainThread().reconsider(tenantId);
}
