import { describe, expect, it } from 'vitest';
import { changeWords, dayWords, trendLine } from './trendLine';

/** One value a day from 1 February on. */
const readings = (...values: (number | null | 'missing')[]) =>
  values.flatMap((value, at) => (value === 'missing' ? [] : [{ day: `2026-02-0${1 + at}`, value }]));

describe('a line', () => {
  it.each([
    [
      'runs from the first day to the last, and from 0 to the largest value',
      [4, 2, 0],
      [
        [
          [0, 1],
          [0.5, 0.5],
          [1, 0],
        ],
      ],
      4,
    ],
    [
      'is interrupted by a day that is missing',
      [4, 'missing', 2, 2],
      [
        [[0, 1]],
        [
          [2 / 3, 0.5],
          [1, 0.5],
        ],
      ],
      4,
    ],
    ['is interrupted by a day on which nothing was recorded', [4, null, 4], [[[0, 1]], [[1, 1]]], 4],
    [
      'lies on the ground if all is 0',
      [0, 0],
      [
        [
          [0, 0],
          [1, 0],
        ],
      ],
      0,
    ],
    ['of one day is a dot', [3], [[[0, 1]]], 3],
    ['of nothing is empty', [], [], 0],
  ] as const)('%s', (_, values, runs, top) => {
    const line = trendLine(readings(...values));
    expect(line.top).toBe(top);
    expect(line.runs.map((run) => run.map(({ x, y }) => [x, y]))).toEqual(runs);
  });
});

describe('the change', () => {
  const words = { less: 'fewer', more: 'more' };
  it.each([
    [[5, 3], '2 fewer than on 1 Feb 2026'],
    [[3, 5], '2 more than on 1 Feb 2026'],
    [[3, 5, 3], 'as on 1 Feb 2026'],
    [[null, 5, 4], '1 fewer than on 2 Feb 2026'],
    [[3], null],
    [[null, 3], null],
    [[5, 3, null], null],
    [[], null],
  ] as const)('from %j is told as %s', (values, told) => {
    expect(changeWords(readings(...values), words, String)).toBe(told);
  });
});

it('writes a day without the clock or zone of a reader', () => {
  expect(['2026-01-01', '2026-12-31'].map(dayWords)).toEqual(['1 Jan 2026', '31 Dec 2026']);
});
