/** When a child that ended is started again: soon, later each time that it ends soon after its start, and in the end not at all. */

/** A child that lived this long, in milliseconds, did not fail because of its start. */
export const SETTLED_MS = 30_000;
/** So many ends in a row soon after a start, and nothing will change at the next. */
export const MOST_EARLY_ENDS = 5;
const FIRST_DELAY_MS = 200;

export class RestartRule {
  private earlyEnds = 0;

  /** A child ended after living this long. Returns the milliseconds until the next start; null to give up. */
  ended(livedMs: number): number | null {
    this.earlyEnds = livedMs < SETTLED_MS ? this.earlyEnds + 1 : 0;
    if (this.earlyEnds >= MOST_EARLY_ENDS) return null;
    return FIRST_DELAY_MS * 2 ** Math.max(0, this.earlyEnds - 1);
  }
}
