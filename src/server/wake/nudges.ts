/**
 * Wakes those in this process who follow a commit: the consumer of signals, so that impact follows at once, and the readers of the event log.
 * Whoever hears nothing (another process wrote, or none runs) looks by the clock or is called by the cron route.
 */
import { processState } from '@/server/processState';

type Listener = (tenantId: string) => void;

function consumer(): { wake: Listener | null } {
  return processState('healthWaker', () => ({ wake: null }));
}

function eventReaders(): Map<string, Listener> {
  return processState('eventListeners', () => new Map<string, Listener>());
}

/** Whoever runs the consumer in this process says here how it is woken; null when nobody runs it any more. */
export function onNudge(wake: Listener | null): void {
  consumer().wake = wake;
}

/** Never waits and never fails. */
export function nudgeConsumer(tenantId: string): void {
  consumer().wake?.(tenantId);
}

function landscapeFollower(): { wake: Listener | null } {
  return processState('landscapeFollower', () => ({ wake: null }));
}

/** Whoever keeps what follows from landscapes says here how it is woken; null when it ends. */
export function onLandscapeChange(wake: Listener | null): void {
  landscapeFollower().wake = wake;
}

/** Never waits and never fails. */
export function nudgeLandscapeFollower(tenantId: string): void {
  landscapeFollower().wake?.(tenantId);
}

/** Both module graphs of a process may ask for the same reader: the name keeps it one. Null takes it away. */
export function onEvents(name: string, listener: Listener | null): void {
  if (listener === null) eventReaders().delete(name);
  else eventReaders().set(name, listener);
}

/** Never waits and never fails. */
export function nudgeEventReaders(tenantId: string): void {
  for (const listener of eventReaders().values()) listener(tenantId);
}
