/** Counts of changes as a sentence without its full stop. */

import { countOf } from '@/plain/counts';

export function summaryWords(summary: { create: number; update: number; delete: number }, takenOver = 0): string {
  const parts = (
    [
      ['create', 'created'],
      ['update', 'updated'],
      ['delete', 'deleted'],
    ] as const
  )
    .filter(([op]) => summary[op] > 0)
    .map(([op, word]) => `${summary[op].toLocaleString('en')} ${word}`);
  if (takenOver > 0) parts.push(`${countOf(takenOver, 'field')} taken over`);
  return parts.length === 0 ? 'Nothing changed' : parts.join(', ');
}
