/** What an hour without a single point of failure costs, as the end of a sentence. */

interface Cost {
  /** Null for those who may not see it; absent from older servers. */
  perHour?: number | null;
  perHourChange?: number | null;
}

/** Less than half a cent is nothing. */
const LEAST = 0.005;

/**
 * `, expected to cost €1,000 an hour (before: €400)`, and of a removed single point `… (now: €400)`. Empty if the cost is unknown, or if
 * nothing is recorded that it could be calculated from; nothing in brackets where all of it comes or goes with the change.
 */
export function costWords({ perHour, perHourChange }: Cost, moment: 'added' | 'removed', money: (amount: number) => string): string {
  if (perHour === null || perHour === undefined) return '';
  const change = perHourChange ?? null;
  const other = change === null ? 0 : moment === 'added' ? perHour - change : perHour + change;
  const hasOther = Math.abs(other) >= LEAST;
  if (perHour < LEAST && !hasOther) return '';
  return `, expected to cost ${money(perHour)} an hour${!hasOther ? '' : ` (${moment === 'added' ? 'before' : 'now'}: ${money(other)})`}`;
}
