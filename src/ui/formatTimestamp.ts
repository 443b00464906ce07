/** Formats timestamps in the reader's time zone, or in UTC where that is not known. */

/** For example "21 Nov 2026, 12:05", or "21 Nov 2026, 12:05:30" with seconds. */
export function formatTimestamp(at: string, hasSeconds = false, isUtc = false): string {
  const text = new Date(at).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' }),
    ...(isUtc && { timeZone: 'UTC' }),
  });
  return isUtc ? `${text} UTC` : text;
}

/** To the second, with the zone. */
export function formatExactTimestamp(at: string, isUtc = false): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'long', ...(isUtc && { timeZone: 'UTC' }) });
}
