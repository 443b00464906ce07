/** A figure day by day as a line: where it is drawn, and what it says in words. */
export interface Reading {
  /** A date in UTC, such as `2026-11-20`. */
  day: string;
  /** Null if it was not recorded. */
  value: number | null;
}

/** Points from 0 to 1 in both directions, the origin at the bottom left. */
export interface TrendLine {
  /** Runs of consecutive days; a run of one day is a dot. */
  runs: { x: number; y: number }[][];
  /** What the top of the picture stands for. */
  top: number;
}

const DAY_MS = 86_400_000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** From 0 up, so that a small change looks small. A day that is missing, or says nothing, interrupts the line. */
export function trendLine(readings: readonly Reading[]): TrendLine {
  const top = Math.max(0, ...readings.map(({ value }) => value ?? 0));
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return { runs: [], top };
  const from = numberOf(first.day);
  const length = Math.max(1, numberOf(last.day) - from);
  const runs: TrendLine['runs'] = [];
  let before = Number.NaN;
  for (const { day, value } of readings) {
    if (value === null) continue;
    const at = numberOf(day);
    if (at !== before + 1) runs.push([]);
    runs.at(-1)!.push({ x: (at - from) / length, y: top === 0 ? 0 : value / top });
    before = at;
  }
  return { runs, top };
}

/** `3 fewer than on 1 Nov 2026`; null if there is nothing to compare. `amount` writes a difference. */
export function changeWords(
  readings: readonly Reading[],
  words: { less: string; more: string },
  amount: (difference: number) => string,
): string | null {
  const known = readings.filter((reading): reading is { day: string; value: number } => reading.value !== null);
  const [first, last] = [known[0], known.at(-1)];
  // What was not recorded last differs from nothing.
  if (first === undefined || last === undefined || first === last || readings.at(-1)?.value == null) return null;
  const difference = last.value - first.value;
  if (difference === 0) return `as on ${dayWords(first.day)}`;
  return `${amount(Math.abs(difference))} ${difference < 0 ? words.less : words.more} than on ${dayWords(first.day)}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `1 Nov 2026`. By ourselves, so that server and browser write the same: a day of the trend is one of UTC for everybody. */
export function dayWords(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}
