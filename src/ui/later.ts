/**
 * Script that a page does not need for what it shows first: fetched when it is wanted, or else once the page has come to rest, so that it is there
 * should the service go away.
 */

export const AT_REST_AFTER_MS = 3_000;
const TRY_AGAIN_AFTER_MS = 1_000;

const waiting: (() => Promise<unknown>)[] = [];
let isAtRest = false;

/** Fetches once, at the first call or when the page is at rest. What failed is fetched again at the next call. */
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

/** From when a page stands: fetches what it left for later, one after the other. Answers how to call that off. */
export function fetchAtRest(): () => void {
  const timer = setTimeout(() => {
    isAtRest = true;
    void fetchNext();
  }, AT_REST_AFTER_MS);
  return () => clearTimeout(timer);
}

async function fetchNext(): Promise<void> {
  for (let get = waiting.shift(); get !== undefined; get = waiting.shift()) {
    // Whoever wants it hears of a failure, and tries again.
    await get().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Tells of it as soon as it is there, however often that takes. Answers how to stop. */
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
