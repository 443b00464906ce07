/**
 * Runs tasks in worker threads under a memory limit and a deadline. Few run at once and one tenant never holds more than one place, so that others wait
 * for at most one task of each tenant before them.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '@/domain/errors';
import { processState } from '../processState';
import { PerKeyLimit } from '@/server/perKeyLimit';
import type { WorkerTask } from './parseWorker';
import { workerScript } from './workerScript';

export const DEADLINE_MS = 15_000;
const LIMITS = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 96, stackSizeMb: 4 };
/** A worker that read more than this is let go, so that its memory is given back. */
const LARGE_TASK = 1_000_000;

interface Pool {
  script: Promise<string> | null;
  idle: Worker[];
  perTenant: PerKeyLimit;
  places: PerKeyLimit;
}

function pool(): Pool {
  return processState('manifestWorkers', () => ({
    script: null,
    idle: [],
    perTenant: new PerKeyLimit(1),
    // One processor stays for everything else.
    places: new PerKeyLimit(Math.max(1, Math.min(4, availableParallelism() - 1))),
  }));
}

/** The worker's answer. Throws `manifest_too_complex` when it takes too long or too much memory. */
export function runInWorker<Answer>(tenantId: string, task: WorkerTask, size: number, deadlineMs = DEADLINE_MS): Promise<Answer> {
  const { perTenant, places } = pool();
  return perTenant.run(tenantId, () =>
    places.run('all', async () => {
      const worker = pool().idle.pop() ?? (await startWorker());
      worker.ref();
      const answer = await ask<Answer>(worker, task, deadlineMs);
      worker.unref();
      if (size > LARGE_TASK || pool().idle.length > 0) await worker.terminate();
      else pool().idle.push(worker);
      return answer;
    }),
  );
}

async function startWorker(): Promise<Worker> {
  const state = pool();
  state.script ??= workerScript().catch((error: unknown) => {
    state.script = null;
    throw error;
  });
  const worker = new Worker(await state.script, { eval: true, env: {}, execArgv: [], resourceLimits: LIMITS });
  // Whoever asks listens for more; this only keeps the failure of an idle worker from ending the process.
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    const at = state.idle.indexOf(worker);
    if (at !== -1) state.idle.splice(at, 1);
  });
  return worker;
}

function ask<Answer>(worker: Worker, task: WorkerTask, deadlineMs: number): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const stopListening = (): void => {
      clearTimeout(timer);
      worker.off('message', succeed);
      worker.off('error', failWith);
      worker.off('exit', failAtExit);
    };
    const succeed = (answer: Answer): void => {
      stopListening();
      resolve(answer);
    };
    const fail = (error: unknown): void => {
      stopListening();
      reject(error instanceof Error ? error : new Error('The worker failed.'));
      void worker.terminate();
    };
    const failWith = (error: Error & { code?: string }): void =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError ? tooComplex('memory') : error);
    const failAtExit = (): void => fail(tooComplex('memory'));
    const timer = setTimeout(() => fail(tooComplex('time')), deadlineMs);
    worker.on('message', succeed);
    worker.on('error', failWith);
    worker.on('exit', failAtExit);
    worker.postMessage(task);
  });
}

function tooComplex(what: string): AppError {
  return new AppError(
    'manifest_too_complex',
    `The manifest takes too much ${what} to work out. Split it into several manifests of different names, or send it as JSON.`,
  );
}
