/** The order of a column's values. */

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Numbers by value, everything else as text, ignoring case and comparing numbers inside it by value. Below 0 if `left` comes first. */
export function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return collator.compare(String(left), String(right));
}
