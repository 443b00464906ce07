/** How much of one tenant may wait for one kind of work, for how long, and what is said to whoever waits in vain. */
import { AppError } from '@/domain/errors';
import { countRefusal, type WorkKind } from './queueMetrics';

/** Of each kind, of one tenant. */
export const MOST_WAITING = 32;

/** What one tenant may use before the next one's turn, in milliseconds. The same on every plan. */
export const QUANTUM_MS = 10;

/** Says that one more would be too many. */
export function tooManyWaiting(kind: WorkKind): AppError {
  countRefusal(kind, 'full');
  return new AppError(
    'rate_limited',
    `${MOST_WAITING} pieces of work like this one are already waiting for your tenant. Wait for their answers before you ask for more.`,
    { retryAfterSeconds: 1 },
  );
}

export function waitedTooLong(kind: WorkKind): AppError {
  countRefusal(kind, 'late');
  return new AppError('unavailable', 'This could not be worked out in time. Try again in a few seconds.', { retryAfterSeconds: 5 });
}

/** Nobody reads it. */
export function hungUp(kind: WorkKind): AppError {
  countRefusal(kind, 'cancelled');
  return new AppError('unavailable', 'Whoever asked has hung up.');
}
