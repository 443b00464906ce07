/** Runs statements one after another while the next one is being prepared: the database works on one core and this process on another. */

export interface PipelinedStatements {
  /** Waits for the previous statement, starts this one and returns. Throws what the previous one threw. */
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
      // The next call throws its failure. Until then, the process must not treat it as an unhandled rejection.
      running.catch(() => undefined);
    },
    finish: async () => {
      await running;
    },
  };
}
