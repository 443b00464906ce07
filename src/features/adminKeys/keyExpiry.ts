/** When a new key expires: a usual period, or a chosen day. */

export const TERMS = ['30', '90', '365', 'date', 'never'] as const;
export type Term = (typeof TERMS)[number];

export const TERM_WORDS: Readonly<Record<Term, string>> = {
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
  date: 'On a day of your choice',
  never: 'Never',
};

const endOf = (day: string): Date => new Date(`${day}T23:59:59`);

/** Whether the form says when the key expires: a chosen day must be a full YYYY-MM-DD. */
export function isTermComplete(term: Term, day: string): boolean {
  return term !== 'date' || !Number.isNaN(endOf(day).getTime());
}

/**
 * An ISO timestamp, or null for never. A key that expires on `day` (YYYY-MM-DD) works until the end of that day in the person's time zone.
 * Throws a RangeError for an incomplete term.
 */
export function expiryOf(term: Term, day: string, now: Date): string | null {
  if (term === 'never') return null;
  if (term === 'date') return endOf(day).toISOString();
  return new Date(now.getTime() + Number(term) * 86_400_000).toISOString();
}
