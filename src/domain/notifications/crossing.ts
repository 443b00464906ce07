/**
 * When a subscription sends a message: once its condition has held for long enough, and once more when it is over. In between it
 * stays silent, however often things change. Pure.
 */

/**
 * How long a condition must be gone, in milliseconds, before its crossing ends. If it comes back sooner, the crossing continues without a
 * message.
 */
export const OVER_AFTER_MS = 60_000;

/** Times in milliseconds since 1970. */
export interface Crossing {
  /** Since when the condition holds, or held when it was raised; null while it does not hold. */
  since: number | null;
  /** When the first message was sent; null until then. */
  raisedAt: number | null;
  /** Since when it no longer holds, for a crossing that was raised. */
  overSince: number | null;
}

export const NO_CROSSING: Crossing = { since: null, raisedAt: null, overSince: null };

export interface CrossingStep {
  crossing: Crossing;
  /** Which message to send now. */
  message: 'raised' | 'cleared' | null;
  /** When time alone may require the next step. */
  dueAt: number | null;
}

/** One step: `isHeld` says whether the condition holds now, and `minutes` how long it must hold before a message is sent. */
export function advanceCrossing({ since, raisedAt, overSince }: Crossing, doesHold: boolean, minutes: number, now: number): CrossingStep {
  if (since === null || raisedAt === null) {
    if (!doesHold) return { crossing: NO_CROSSING, message: null, dueAt: null };
    const from = since ?? now;
    const raiseAt = from + minutes * 60_000;
    return now < raiseAt
      ? { crossing: { since: from, raisedAt: null, overSince: null }, message: null, dueAt: raiseAt }
      : { crossing: { since: from, raisedAt: now, overSince: null }, message: 'raised', dueAt: null };
  }
  if (doesHold) return { crossing: { since, raisedAt, overSince: null }, message: null, dueAt: null };
  const over = overSince ?? now;
  const endAt = over + OVER_AFTER_MS;
  return now < endAt
    ? { crossing: { since, raisedAt, overSince: over }, message: null, dueAt: endAt }
    : { crossing: NO_CROSSING, message: 'cleared', dueAt: null };
}
