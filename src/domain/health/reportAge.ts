/** The age of reports: from when one tells of the past, and how an age is said in texts. */

/** A report that was observed longer than this before it arrived tells of the past: it opens no incident until a newer one repeats it. */
export const OLD_ON_ARRIVAL_HOURS = 24;

export function isOldOnArrival({ observedAt, acceptedAt }: { observedAt: number; acceptedAt: number }): boolean {
  return acceptedAt - observedAt > OLD_ON_ARRIVAL_HOURS * 3_600_000;
}

/** `last reported at 2026-11-20T09:30:00.000Z` and `stale`, for agents and the command line; what does not apply is left out. */
export function ageWords({ lastReportAt, isStale }: { lastReportAt: string | null; isStale: boolean }): string[] {
  return [...(lastReportAt === null ? [] : [`last reported at ${lastReportAt}`]), ...(isStale ? ['stale'] : [])];
}
