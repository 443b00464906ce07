/** When a new key ends: some usual terms, or a day of one's own. */

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

/** Whether the term says when the key ends: a day of one's own has to be written out as YYYY-MM-DD. */
export function isTermComplete(term: Term, day: string): boolean {
  return term !== 'date' || !Number.isNaN(endOf(day).getTime());
}

/** An ISO timestamp, or null for never. A key that ends on `day` (YYYY-MM-DD) lives to the end of it where the person is. Throws a RangeError for an incomplete term. */
export function expiryOf(term: Term, day: string, now: Date): string | null {
  if (term === 'never') return null;
  if (term === 'date') return endOf(day).toISOString();
  return new Date(now.getTime() + Number(term) * 86_400_000).toISOString();
}
