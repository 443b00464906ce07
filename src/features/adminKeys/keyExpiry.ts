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

/** Null for never. `day` is YYYY-MM-DD, and the key lives to the end of it where the person is; null for one that is not complete. */
export function expiryOf(term: Term, day: string, now: Date): { expiresAt: string | null } | null {
  if (term === 'never') return { expiresAt: null };
  if (term !== 'date') return { expiresAt: new Date(now.getTime() + Number(term) * 86_400_000).toISOString() };
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? null : { expiresAt: end.toISOString() };
}
