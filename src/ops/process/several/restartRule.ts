/** When to restart a child that exited: soon, then later after each early exit, and after several early exits not at all. */

/** A child that ran this long, in milliseconds, did not fail because of its start. */
export const SETTLED_MS = 30_000;
/** After this many early exits in a row, another start would not help. */
export const MOST_EARLY_ENDS = 5;
const FIRST_DELAY_MS = 200;

export class RestartRule {
  private earlyEnds = 0;

  /** A child exited after running this long. Returns the milliseconds until the next start; null to give up. */
  ended(livedMs: number): number | null {
    this.earlyEnds = livedMs < SETTLED_MS ? this.earlyEnds + 1 : 0;
    if (this.earlyEnds >= MOST_EARLY_ENDS) return null;
    return FIRST_DELAY_MS * 2 ** Math.max(0, this.earlyEnds - 1);
  }
}
