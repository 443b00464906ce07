/** Formats timestamps in the reader's time zone. */

/** For example "21 Nov 2026, 12:05", or "21 Nov 2026, 12:05:30" with seconds. */
export function formatTimestamp(at: string, hasSeconds = false): string {
  return new Date(at).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' }),
  });
}

/** To the second, with the zone. */
export function formatExactTimestamp(at: string): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'long' });
}
