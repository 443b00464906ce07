import { describe, expect, it } from 'vitest';
import { costWords } from './costOfPoint';

const euros = (amount: number): string => `€${amount}`;

describe('the cost of a single point, as the end of a sentence', () => {
  it.each([
    ['all of it is new', { perHour: 1000, perHourChange: 1000 }, ', expected to cost €1000 an hour'],
    ['some of it was there before', { perHour: 1000, perHourChange: 600 }, ', expected to cost €1000 an hour (before: €400)'],
    ['all of it goes', { perHour: 0, perHourChange: -400 }, ', expected to cost €0 an hour (before: €400)'],
    ['nobody recorded any revenue', { perHour: 0, perHourChange: 0 }, ''],
    ['it may not be seen', { perHour: null, perHourChange: null }, ''],
    ['an older server sends none', {}, ''],
  ])('if %s', (_, cost, words) => {
    expect(costWords(cost, 'added', euros)).toBe(words);
  });
});
