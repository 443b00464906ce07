/**
 * Code that a page does not need at first: loaded when it is wanted, or once the page is idle, so that it is available even if the server
 * goes down.
 */

export const AT_REST_AFTER_MS = 3_000;
const TRY_AGAIN_AFTER_MS = 1_000;

const waiting: (() => Promise<unknown>)[] = [];
let isAtRest = false;

/** Loads once, at the first call or when the page is idle. A failed load is retried at the next call. */
export function later<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let held: Promise<Module> | null = null;
  const get = (): Promise<Module> => {
    held ??= load().catch((error: unknown) => {
      held = null;
      throw error;
    });
    return held;
  };
  waiting.push(get);
  if (isAtRest) void fetchNext();
  return get;
}

/** Starts when the page is rendered: loads what was left for later, one module after the other. The returned function cancels it. */
export function fetchAtRest(): () => void {
  const timer = setTimeout(() => {
    isAtRest = true;
    void fetchNext();
  }, AT_REST_AFTER_MS);
  return () => clearTimeout(timer);
}

async function fetchNext(): Promise<void> {
  for (let get = waiting.shift(); get !== undefined; get = waiting.shift()) {
    // A caller that needs it sees the failure and retries.
    await get().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Calls `tell` as soon as the module is loaded, retrying until then. The returned function stops it. */
export function keepTrying<Module>(get: () => Promise<Module>, tell: (module: Module) => void): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = (): void =>
    void get().then(
      (module) => (isStopped ? undefined : tell(module)),
      () => {
        if (!isStopped) timer = setTimeout(attempt, TRY_AGAIN_AFTER_MS);
      },
    );
  attempt();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
