/** Wakes this process's consumer right after something was accepted, so that impact follows at once; the cron route is there for when no process does. */
import { processState } from '@/server/processState';

interface Waker {
  wake: ((tenantId: string) => void) | null;
}

function waker(): Waker {
  return processState('healthWaker', () => ({ wake: null }));
}

/** Whoever runs the consumer in this process says here how it is woken. */
export function onNudge(wake: ((tenantId: string) => void) | null): void {
  waker().wake = wake;
}

/** Never waits and never fails. */
export function nudgeConsumer(tenantId: string): void {
  waker().wake?.(tenantId);
}
