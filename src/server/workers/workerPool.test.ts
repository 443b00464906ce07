import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import { runInWorker, type WorkerProgram } from './workerPool';

const programOf = (name: string): WorkerProgram => ({
  name,
  kind: 'summary',
  source: 'test/countingWorker.ts',
  limits: {},
  deadlineMs: 30_000,
  largeTask: 10,
  keptUpTo: 100,
  tooMuch: (what) => new AppError('unavailable', `too much ${what}`),
});

it('a worker is kept after tasks up to a certain size, and stopped after a larger one', async () => {
  const program = programOf(randomUUID());
  const counts: number[] = [];
  for (const size of [1, 50, 100, 101, 1]) counts.push(await runInWorker<number>(program, 'tenant', {}, size));
  // The worker that did the task of 101 was stopped, so the last task gets a new worker.
  expect(counts).toEqual([1, 2, 3, 4, 1]);
});

it('of two workers, the one that did a large task is kept', async () => {
  const program = programOf(randomUUID());
  await runInWorker<number>(program, 'one', {}, 50);
  const both = await Promise.all([runInWorker<number>(program, 'one', {}, 50), runInWorker<number>(program, 'two', {}, 1)]);
  expect(both).toEqual([2, 1]);
  expect(await runInWorker<number>(program, 'two', {}, 1)).toBe(3);
});
