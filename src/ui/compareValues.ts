/** In which order the values of a column stand. */

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Numbers by value, all else as text: without regard to case, and numbers in it by value. Below 0 where `left` comes first. */
export function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(String(left), String(right));
}
