/** Runs the worker that parses texts from users. */
import { AppError } from '@/domain/errors';
import { runInWorker as run, type WorkerProgram } from '@/server/workers/workerPool';
import type { WorkerTask } from './parseWorker';

export const DEADLINE_MS = 15_000;

const SMALLER = 'split it into several manifests with different names, or send it as JSON.';
/** A deadline cannot tell a large manifest from a busy processor. */
const TOO_MUCH = {
  time: `The manifest took too long to process. If the server may have been busy, try again in a minute. If that does not help, ${SMALLER}`,
  memory: `The manifest takes too much memory to process: ${SMALLER}`,
};

const PROGRAM: WorkerProgram = {
  name: 'manifests',
  kind: 'manifest',
  source: 'server/manifest/parseWorker.ts',
  limits: { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 96, stackSizeMb: 4 },
  deadlineMs: DEADLINE_MS,
  // In bytes or characters.
  largeTask: 1_000_000,
  // An apply mostly follows the preview of the same text, and a thread that has read one reads the next in half the time.
  keptUpTo: 8_000_000,
  tooMuch: (what) => new AppError('manifest_too_complex', TOO_MUCH[what]),
};

/** Returns the worker's answer. Throws `manifest_too_complex` if it takes too much time or memory. */
export function runInWorker<Answer>(tenantId: string, task: WorkerTask, size: number, deadlineMs = DEADLINE_MS): Promise<Answer> {
  return run(PROGRAM, tenantId, task, size, deadlineMs);
}
