/**
 * When a subscription has something to tell: once its condition has held for long enough, and once more when it is over. In between it
 * stays silent, however often things change. Pure.
 */

/** A condition has to be gone for so long, in milliseconds, before its crossing ends: one that comes back sooner goes on silently. */
export const OVER_AFTER_MS = 60_000;

/** Times in milliseconds since 1970. */
export interface Crossing {
  /** Since when the condition holds, or held when this was told; null while it does not. */
  since: number | null;
  /** When it was told; null until then. */
  raisedAt: number | null;
  /** Since when it no longer holds, for a crossing that was told. */
  overSince: number | null;
}

export const NO_CROSSING: Crossing = { since: null, raisedAt: null, overSince: null };

export interface CrossingStep {
  crossing: Crossing;
  /** What has to be told now. */
  told: 'raised' | 'cleared' | null;
  /** When time alone may call for the next step. */
  dueAt: number | null;
}

/** One look at the condition: whether it holds now. `minutes` is how long it has to hold before it is told. */
export function advanceCrossing({ since, raisedAt, overSince }: Crossing, doesHold: boolean, minutes: number, now: number): CrossingStep {
  if (since === null || raisedAt === null) {
    if (!doesHold) return { crossing: NO_CROSSING, told: null, dueAt: null };
    const from = since ?? now;
    const tellAt = from + minutes * 60_000;
    return now < tellAt
      ? { crossing: { since: from, raisedAt: null, overSince: null }, told: null, dueAt: tellAt }
      : { crossing: { since: from, raisedAt: now, overSince: null }, told: 'raised', dueAt: null };
  }
  if (doesHold) return { crossing: { since, raisedAt, overSince: null }, told: null, dueAt: null };
  const over = overSince ?? now;
  const endAt = over + OVER_AFTER_MS;
  return now < endAt
    ? { crossing: { since, raisedAt, overSince: over }, told: null, dueAt: endAt }
    : { crossing: NO_CROSSING, told: 'cleared', dueAt: null };
}
