/**
 * The one registry of process-wide state (pools, caches, leases). The front server and Next's bundle are two copies of every module in one
 * process, so such state must be on globalThis and nowhere else.
 */
const registry: Map<string, unknown> = ((globalThis as { faultlineState?: Map<string, unknown> }).faultlineState ??= new Map());

/** The state called `name`, created on first use in this process. */
export function processState<T>(name: string, create: () => T): T {
  if (!registry.has(name)) registry.set(name, create());
  return registry.get(name) as T;
}

/** Removes the state; the next caller creates it again. */
export function forgetProcessState(name: string): void {
  registry.delete(name);
}
