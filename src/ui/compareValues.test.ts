import { expect, it } from 'vitest';
import { compareValues } from './compareValues';

it('texts are ordered without regard to case, and numbers in them by value', () => {
  expect(['b', 'A', 'a10', 'a9'].sort(compareValues)).toEqual(['A', 'a9', 'a10', 'b']);
});

it('numbers are ordered by value', () => {
  expect([2, 10, -1].sort(compareValues)).toEqual([-1, 2, 10]);
});
