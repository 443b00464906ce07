/** The worker in which texts of strangers are read. */
import { AppError } from '@/domain/errors';
import { runInWorker as run, type WorkerProgram } from '@/server/workers/workerPool';
import type { WorkerTask } from './parseWorker';

export const DEADLINE_MS = 15_000;

const PROGRAM: WorkerProgram = {
  name: 'manifests',
  kind: 'manifest',
  source: 'server/manifest/parseWorker.ts',
  limits: { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 96, stackSizeMb: 4 },
  deadlineMs: DEADLINE_MS,
  // Bytes or characters of text.
  largeTask: 1_000_000,
  tooMuch: (what) =>
    new AppError(
      'manifest_too_complex',
      `The manifest takes too much ${what} to process. Split it into several manifests with different names, or send it as JSON.`,
    ),
};

/** The worker's answer. Throws `manifest_too_complex` when it takes too long or too much memory. */
export function runInWorker<Answer>(tenantId: string, task: WorkerTask, size: number, deadlineMs = DEADLINE_MS): Promise<Answer> {
  return run(PROGRAM, tenantId, task, size, deadlineMs);
}
