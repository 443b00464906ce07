/** Limits for waiting work of one tenant: how much, how long, and the errors when a limit is exceeded. */
import { AppError } from '@/domain/errors';
import { countRefusal, type WorkKind } from './queueMetrics';

/** Per kind and tenant. */
export const MOST_WAITING = 32;

/** How much time one tenant may use before the next one's turn, in milliseconds. The same on every plan. */
export const QUANTUM_MS = 10;

/** The error when too much is already waiting. */
export function tooManyWaiting(kind: WorkKind): AppError {
  countRefusal(kind, 'full');
  return new AppError(
    'rate_limited',
    `${MOST_WAITING} requests of this kind are already waiting for your tenant. Wait for their answers before you send more.`,
    { retryAfterSeconds: 1 },
  );
}

/** The error for work that did not start or finish in time. Counts it as refused. */
export function waitedTooLong(kind: WorkKind): AppError {
  countRefusal(kind, 'late');
  return new AppError('unavailable', 'This could not be computed in time. Try again in a few seconds.', { retryAfterSeconds: 5 });
}

/** Nobody reads this one. */
export function hungUp(kind: WorkKind): AppError {
  countRefusal(kind, 'cancelled');
  return new AppError('unavailable', 'The caller disconnected.');
}
