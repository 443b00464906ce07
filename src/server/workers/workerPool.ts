/**
 * Runs tasks in worker threads with a memory limit and a deadline. Only a few run at the same time. A tenant never holds more than one
 * slot, and tenants take turns by what each has used.
 */
import { availableParallelism } from 'node:os';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { AppError } from '@/domain/errors';
import { FairSlots } from '@/server/fairness/fairSlots';
import { watchLines, type WorkKind } from '@/server/fairness/queueMetrics';
import { processState } from '@/server/processState';
import { siblings } from '@/server/siblings';
import { workerScript } from './workerScript';

/** A program for a worker: it answers one message after another, each with one message. */
export interface WorkerProgram {
  /** Identifies its state in this process. */
  name: string;
  kind: WorkKind;
  /** Its file below src. Its imports are bundled with it. */
  source: string;
  limits: ResourceLimits;
  deadlineMs: number;
  /** Tasks larger than this have their own slots, so that small ones can overtake them. */
  largeTask: number;
  /** After a task larger than this, the worker is stopped, to free its memory. Default: `largeTask`. */
  keptUpTo?: number;
  /** The error for callers whose task takes too much time or memory. */
  tooMuch: (what: 'time' | 'memory') => AppError;
}

interface Pool {
  script: Promise<string> | null;
  idle: Worker[];
  slots: FairSlots;
}

/** How long a task may wait for a worker, in milliseconds. */
const WAIT_MS = 60_000;

function poolOf({ name, kind }: WorkerProgram): Pool {
  return processState(`workers of ${name}`, () => {
    // Leaves one processor for everything else, and the others to all processes of the installation.
    const atOnce = Math.min(4, availableParallelism() - 1) / siblings().webProcesses;
    const slots = new FairSlots(kind, Math.max(1, Math.ceil(atOnce)));
    watchLines(() => slots.states());
    return { script: null, idle: [], slots };
  });
}

/**
 * Returns the worker's answer; `size` is in the unit of `largeTask`. Throws the program's `tooMuch` if the task takes too much time or
 * memory, and AppError `rate_limited` or `unavailable` if no worker is free.
 */
export function runInWorker<Answer>(
  program: WorkerProgram,
  tenantId: string,
  task: object,
  size: number,
  deadlineMs = program.deadlineMs,
): Promise<Answer> {
  const { slots, idle } = poolOf(program);
  const isLarge = size > program.largeTask;
  return slots.run({ tenantId, size: isLarge ? 'large' : 'small', deadlineMs: WAIT_MS }, async () => {
    const worker = idle.pop() ?? (await startWorker(program));
    worker.ref();
    const answer = await ask<Answer>(program, worker, task, deadlineMs);
    worker.unref();
    if (size > (program.keptUpTo ?? program.largeTask)) await worker.terminate();
    else await keep(idle, worker, isLarge);
    return answer;
  });
}

/** Keeps one idle worker. One that did a large task replaces one that did not, because what it remembers took longer to calculate. */
async function keep(idle: Worker[], worker: Worker, didLargeTask: boolean): Promise<void> {
  const surplus = didLargeTask ? idle.splice(0) : idle.length > 0 ? [worker] : [];
  if (!surplus.includes(worker)) idle.push(worker);
  await Promise.all(surplus.map((one) => one.terminate()));
}

async function startWorker(program: WorkerProgram): Promise<Worker> {
  const state = poolOf(program);
  state.script ??= workerScript(program.source).catch((error: unknown) => {
    state.script = null;
    throw error;
  });
  const worker = new Worker(await state.script, { eval: true, env: {}, execArgv: [], resourceLimits: program.limits });
  // Callers add their own listener. This one only keeps the failure of an idle worker from ending the process.
  worker.on('error', () => undefined);
  worker.on('exit', () => {
    const at = state.idle.indexOf(worker);
    if (at !== -1) state.idle.splice(at, 1);
  });
  return worker;
}

function ask<Answer>({ tooMuch }: WorkerProgram, worker: Worker, task: object, deadlineMs: number): Promise<Answer> {
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
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError ? tooMuch('memory') : error);
    const failAtExit = (): void => fail(tooMuch('memory'));
    const timer = setTimeout(() => fail(tooMuch('time')), deadlineMs);
    worker.on('message', succeed);
    worker.on('error', failWith);
    worker.on('exit', failAtExit);
    worker.postMessage(task);
  });
}
