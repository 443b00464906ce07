/** What follows from one attempt to deliver an event: done, retry later, or give up; and when an endpoint is disabled. Pure. */

/** Waits between attempts, in seconds: eleven attempts over about a day. */
export const RETRY_WAITS_SECONDS: readonly number[] = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];

/** Each wait is made up to this share longer or shorter, so that many deliveries do not all come back at once. */
const JITTER = 0.2;
/** A receiver may ask for a longer wait, up to this one. */
const LONGEST_ASKED_WAIT_SECONDS = 3_600;

/** An endpoint is disabled after this long without a success, if there were at least this many attempts. */
export const GIVE_UP_AFTER_SECONDS = 5 * 24 * 3_600;
export const GIVE_UP_AFTER_FAILURES = 15;

export interface AttemptResult {
  /** Null if there was no answer. */
  statusCode: number | null;
  /** What the receiver asked for with Retry-After. */
  retryAfterSeconds: number | null;
}

export type DeliveryOutcome = { status: 'Delivered' } | { status: 'Retrying'; nextAttemptAt: Date; waitsUsed: number } | { status: 'Dead' };

/** Any 2xx. Redirects are failures. */
export function isSuccess({ statusCode }: AttemptResult): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** 410 Gone: the receiver says that it wants nothing any more. */
function isGone({ statusCode }: AttemptResult): boolean {
  return statusCode === 410;
}

/** `waitsUsed` is how many of the waits are used up; `random` is at least 0 and below 1. */
export function afterAttempt({ waitsUsed }: { waitsUsed: number }, result: AttemptResult, now: Date, random: number): DeliveryOutcome {
  if (isSuccess(result)) return { status: 'Delivered' };
  const wait = RETRY_WAITS_SECONDS[waitsUsed];
  if (wait === undefined || isGone(result)) return { status: 'Dead' };
  const own = wait * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min(result.retryAfterSeconds ?? 0, LONGEST_ASKED_WAIT_SECONDS);
  return {
    status: 'Retrying',
    nextAttemptAt: new Date(now.getTime() + Math.round(Math.max(own, asked) * 1_000)),
    waitsUsed: waitsUsed + 1,
  };
}

export interface EndpointHealth {
  /** Null if the last attempt succeeded, or there was none. */
  failingSince: Date | null;
  /** Failed attempts since then. */
  failures: number;
}

export interface EndpointOutcome extends EndpointHealth {
  /** Why the endpoint must be disabled now. */
  giveUp: 'Gone' | 'Failing' | null;
}

/** The endpoint after an attempt at `now`. It is given up at once on 410, and after enough failures over a long enough time. */
export function endpointAfter(health: EndpointHealth, result: AttemptResult, now: Date): EndpointOutcome {
  if (isSuccess(result)) return { failingSince: null, failures: 0, giveUp: null };
  const failingSince = health.failingSince ?? now;
  const failures = health.failures + 1;
  const isTooLong = now.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_SECONDS * 1_000 && failures >= GIVE_UP_AFTER_FAILURES;
  return { failingSince, failures, giveUp: isGone(result) ? 'Gone' : isTooLong ? 'Failing' : null };
}
