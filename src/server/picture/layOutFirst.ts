/** Lays out pictures in a worker, so that nobody else waits for it. */
import { AppError } from '@/domain/errors';
import { runInWorker, type WorkerProgram } from '@/server/workers/workerPool';
import type { FoundLayout, LayoutTask } from './layout/firstLegible';

const PROGRAM: WorkerProgram = {
  name: 'pictures',
  kind: 'layout',
  source: 'server/picture/layout/layoutWorker.ts',
  limits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  deadlineMs: 15_000,
  // All tasks are bounded, whatever the landscape, so a warm worker is worth keeping.
  largeTask: Infinity,
  tooMuch: (what) => new AppError('unavailable', `Laying out the picture took too much ${what}. Try again, or filter the landscape.`),
};

/** Returns the first attempt that is legible; null if none is. Throws `unavailable` if it takes longer than 15 seconds. */
export function layOutFirst(tenantId: string, task: LayoutTask): Promise<FoundLayout | null> {
  return runInWorker<FoundLayout | null>(PROGRAM, tenantId, task, task.attempts.length);
}

/** Starts a worker and lets it lay out something small, so that the first user does not wait for either. */
export async function warmUpLayouts(): Promise<void> {
  const side = { width: 100, height: 30, inside: null };
  const plan = { nodes: ['a', 'b'].map((id) => ({ id, ...side })), lines: [{ id: 'line', from: 'a', to: 'b' }] };
  const attempts = [{ plan, leastScale: 0, ways: 'layers' as const }];
  await layOutFirst('nobody', { attempts, window: { width: 1_280, height: 800 }, enough: 1 });
}
