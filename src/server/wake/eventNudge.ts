/** Tells the readers of the event log in this process that something was committed to it; whoever hears nothing looks by the clock. */
import { processState } from '@/server/processState';

type Listener = (tenantId: string) => void;

function listeners(): Map<string, Listener> {
  return processState('eventListeners', () => new Map<string, Listener>());
}

/** Both module graphs of a process may ask for the same reader: the name keeps it one. Null takes it away. */
export function onEvents(name: string, listener: Listener | null): void {
  if (listener === null) listeners().delete(name);
  else listeners().set(name, listener);
}

/** Never waits and never fails. */
export function nudgeEventReaders(tenantId: string): void {
  for (const listener of listeners().values()) listener(tenantId);
}
