/**
 * Flapping: a component that changes its state too often for each change to be an event. Times are milliseconds since 1970, by the
 * database's clock.
 */

/** A component that changed its state more than five times within `FLAPPING_WINDOW_MS` is flapping. */
const CHANGES_TO_FLAP = 6;
const FLAPPING_WINDOW_MS = 10 * 60_000;
/** It stops flapping once it has kept its state this long. */
export const FLAPPING_QUIET_MS = 5 * 60_000;

export interface ChangeRecord {
  /** When the state last changed, oldest first, at most `CHANGES_TO_FLAP` times. */
  recentChanges: readonly number[];
  isFlapping: boolean;
}

export const NO_CHANGES: ChangeRecord = { recentChanges: [], isFlapping: false };

/** The record after state changes at these times, in order. */
export function recordChanges(before: ChangeRecord, changes: readonly number[]): ChangeRecord {
  let { recentChanges, isFlapping } = before;
  for (const at of changes) {
    isFlapping = isFlapping && at < quietAt(recentChanges);
    recentChanges = [...recentChanges, at].slice(-CHANGES_TO_FLAP);
    const isTooOften = recentChanges.length === CHANGES_TO_FLAP && at - recentChanges[0]! <= FLAPPING_WINDOW_MS;
    isFlapping ||= isTooOften;
  }
  return { recentChanges, isFlapping };
}

/** When a flapping component will have been quiet long enough; null if it is not flapping. */
export function flappingEndsAt({ recentChanges, isFlapping }: ChangeRecord): number | null {
  return isFlapping ? quietAt(recentChanges) : null;
}

function quietAt(recentChanges: readonly number[]): number {
  return (recentChanges.at(-1) ?? -Infinity) + FLAPPING_QUIET_MS;
}
