/** Past instants on the wire: how to write `at`, and which instant it means. */
import { z } from 'zod';
import { calendarDate, instant } from './fields';

/** The last instant that `at` includes: for a date its last millisecond in UTC, otherwise the date-time itself, to the millisecond. */
export function lastInstant(at: string): Date {
  return new Date(calendarDate.safeParse(at).success ? `${at}T23:59:59.999Z` : at);
}

export const pastInstant = z
  .string()
  .max(40)
  .refine(
    (value) => (calendarDate.safeParse(value).success || instant.safeParse(value).success) && !Number.isNaN(lastInstant(value).getTime()),
    'must be a date-time such as 2026-09-30T17:00:00Z, or a date such as 2026-09-30',
  )
  .meta({
    description:
      'Answers from the landscape at that time: a date-time (RFC 3339; changes in the same millisecond are included), or a date, which means the end of that day in UTC (today: now).',
    example: '2026-09-30',
  });
