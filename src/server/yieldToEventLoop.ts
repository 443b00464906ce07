/** Keeps long work on the main thread from delaying everybody else's requests. */
import { setImmediate } from 'node:timers/promises';

/** Lets everything that waits in the event loop run. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/** Runs work in steps, and lets other work run in between. */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await yieldToEventLoop();
  }
}
