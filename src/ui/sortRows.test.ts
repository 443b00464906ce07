import { expect, it } from 'vitest';
import { sortRows } from './sortRows';

const rows = [
  { n: 'b', v: 2 },
  { n: 'A', v: 10 },
  { n: 'a10', v: 2 },
  { n: 'a9', v: 1 },
];
const names = (order: 'ascending' | 'descending') => sortRows(rows, ({ n }) => n, order).map(({ n }) => n);

it('texts sort without regard to case, and numbers in them by value', () => {
  expect(names('ascending')).toEqual(['A', 'a9', 'a10', 'b']);
  expect(names('descending')).toEqual(['b', 'a10', 'a9', 'A']);
});

it('numbers sort by value, and equal rows keep their order', () => {
  expect(sortRows(rows, ({ v }) => v, 'ascending').map(({ n }) => n)).toEqual(['a9', 'b', 'a10', 'A']);
  expect(sortRows(rows, ({ v }) => v, 'descending').map(({ n }) => n)).toEqual(['A', 'b', 'a10', 'a9']);
});
