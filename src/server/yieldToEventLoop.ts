/** Keeps long work on the main thread from holding up everybody else's requests. */
import { setImmediate } from 'node:timers/promises';

/** Lets what waits in the event loop have its turn. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/** Runs work that comes in steps, with others in between. */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await yieldToEventLoop();
  }
}
