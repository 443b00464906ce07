/**
 * Notifies the parts of this process that follow commits: the consumer of signals, so that impact follows at once, and the readers of the
 * event log. Whatever is not notified (because another process wrote, or nothing listens here) polls, or is called by the cron route.
 */
import { processState } from '@/server/processState';

type Listener = (tenantId: string) => void;

function only(name: 'healthWaker' | 'landscapeFollower'): { wake: Listener | null } {
  return processState(name, () => ({ wake: null }));
}

function eventReaders(): Map<string, Listener> {
  return processState('eventListeners', () => new Map<string, Listener>());
}

/** Registers the consumer of this process; null removes it. */
export function onNudge(wake: Listener | null): void {
  only('healthWaker').wake = wake;
}

/** Never waits and never fails. */
export function nudgeConsumer(tenantId: string): void {
  only('healthWaker').wake?.(tenantId);
}

/** Registers what follows changes of landscapes; null removes it. */
export function onLandscapeChange(wake: Listener | null): void {
  only('landscapeFollower').wake = wake;
}

/** Never waits and never fails. */
export function nudgeLandscapeFollower(tenantId: string): void {
  only('landscapeFollower').wake?.(tenantId);
}

/** Both module graphs of a process may register the same reader, so the name keeps it unique. Null removes it. */
export function onEvents(name: string, listener: Listener | null): void {
  if (listener === null) eventReaders().delete(name);
  else eventReaders().set(name, listener);
}

/** Never waits and never fails. */
export function nudgeEventReaders(tenantId: string): void {
  for (const listener of eventReaders().values()) listener(tenantId);
}

/** Nudges the reader with this name alone: another process wrote the events, and its own readers know. */
export function nudgeEventReader(name: string, tenantId: string): void {
  eventReaders().get(name)?.(tenantId);
}
