/** Sorting the rows of a table by one column. */

export interface Sorting {
  key: string;
  order: 'ascending' | 'descending';
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** A sorted copy; rows that are equal keep their order either way. */
export function sortRows<Row>(rows: readonly Row[], sortBy: (row: Row) => string | number, order: Sorting['order']): Row[] {
  const sign = order === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const left = sortBy(a);
    const right = sortBy(b);
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * collator.compare(String(left), String(right));
  });
}
