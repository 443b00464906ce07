/**
 * The one registry of process-wide state (pools, caches, leases). The front server and Next's bundle are two copies of every module
 * in one process, so such state must hang on globalThis and nowhere else.
 */
const registry: Map<string, unknown> = ((globalThis as { faultlineState?: Map<string, unknown> }).faultlineState ??= new Map());

/** The state called `name`, created on first use in this process. */
export function processState<T>(name: string, create: () => T): T {
  if (!registry.has(name)) registry.set(name, create());
  return registry.get(name) as T;
}

/** The next one to ask for it creates it anew. */
export function forgetProcessState(name: string): void {
  registry.delete(name);
}
