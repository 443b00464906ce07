/** Counts of changes as a sentence without its full stop. */

export function summaryWords(summary: { create: number; update: number; delete: number }): string {
  const parts = (
    [
      ['create', 'created'],
      ['update', 'updated'],
      ['delete', 'deleted'],
    ] as const
  )
    .filter(([op]) => summary[op] > 0)
    .map(([op, word]) => `${summary[op].toLocaleString('en')} ${word}`);
  return parts.length === 0 ? 'Nothing changed' : parts.join(', ');
}
