/** Runs statements one after another while the next one is being prepared: the database works on one core and this process on another. */

export interface PipelinedStatements {
  /** Waits for the statement before, starts this one and returns. Throws what the one before threw. */
  start(statement: () => Promise<unknown>): Promise<void>;
  /** Waits for the last one. Throws what it threw. */
  finish(): Promise<void>;
}

export function pipelinedStatements(): PipelinedStatements {
  let running: Promise<unknown> = Promise.resolve();
  return {
    start: async (statement) => {
      await running;
      running = statement();
      // Its failure is thrown by the next call, which the process must not take for a forgotten one until then.
      running.catch(() => undefined);
    },
    finish: async () => {
      await running;
    },
  };
}
