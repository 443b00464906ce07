/**
 * The lifetime of a server process: everything that was started is stopped in reverse order, once, whether a person, the system or an error
 * ends it.
 */

export interface Lifetime {
  /** Registers how to stop something that was just started. If shutdown has already begun, stops it immediately. */
  onStop(title: string, stop: () => Promise<void> | void): Promise<void>;
  /** Begins the shutdown; later calls join it. Resolves when everything has stopped. */
  end(exitCode: number): Promise<void>;
  readonly isEnding: boolean;
}

/** Thrown by startup steps if shutdown has already begun. */
export class Ending extends Error {}

interface Started {
  title: string;
  stop: () => Promise<void> | void;
}

export function createLifetime(exit: (code: number) => void, report: (line: string) => void): Lifetime {
  const started: Started[] = [];
  let ending: Promise<void> | null = null;

  const stopOne = async ({ title, stop }: Started): Promise<void> => {
    try {
      await stop();
    } catch (error) {
      report(`${title} did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const stopAll = async (exitCode: number): Promise<void> => {
    for (let next = started.pop(); next !== undefined; next = started.pop()) await stopOne(next);
    exit(exitCode);
  };
  return {
    get isEnding() {
      return ending !== null;
    },
    onStop: async (title, stop) => {
      if (ending === null) {
        started.push({ title, stop });
        return;
      }
      await stopOne({ title, stop });
      throw new Ending('The service is being stopped.');
    },
    end: (exitCode) => (ending ??= stopAll(exitCode)),
  };
}

/** Ctrl-C and the signals of service managers shut down in order; a second one ends the process immediately. */
export function endOnSignals(lifetime: Lifetime, say: (line: string) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (lifetime.isEnding) {
        say('stopping at once');
        process.exit(1);
      }
      say('stopping …');
      void lifetime.end(0);
    });
}

const PARENT_CHECK_MS = 300;

/**
 * npm passes SIGTERM to the shell between it and this process, and that shell dies silently. So if npm started us, the end of the parent
 * counts as a request to stop; otherwise a service manager would leave the server running.
 */
export function endWithParent(lifetime: Lifetime, say: (line: string) => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent || lifetime.isEnding) return;
    say('stopping, because npm has ended …');
    void lifetime.end(0);
  }, PARENT_CHECK_MS);
  timer.unref();
}

/**
 * The reader of our output may disappear (`npm start | head`). Then each further line fails, and so does reporting that failure, without
 * end. So this counts as a request to stop.
 */
export function endWithReaders(lifetime: Pick<Lifetime, 'end'>): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void lifetime.end(0));
}
