import { describe, expect, test } from 'vitest';
import { fieldOf, mistakeIn, timeOf } from './windowTimes';

const now = new Date(2026, 10, 21, 12, 0);

describe('the times of a window', () => {
  test('keep their value to the minute on the way through a form field', () => {
    expect(fieldOf(now)).toBe('2026-11-21T12:00');
    expect(timeOf(fieldOf(now))).toEqual(now);
    expect(timeOf('')).toBeNull();
    expect(timeOf('soon')).toBeNull();
  });

  test.each([
    [{ start: '', end: '2026-11-21T13:00' }, null],
    [{ start: '2026-11-22T08:00', end: '2026-11-22T09:00' }, null],
    [{ start: '2026-11-20T08:00', end: '2026-11-22T09:00' }, null],
    [{ start: '', end: '' }, 'Enter an end.'],
    [{ start: '', end: '2026-11-21T11:00' }, 'The end must be in the future.'],
    [{ start: '2026-11-22T08:00', end: '2026-11-22T08:00' }, 'The end must be after the start.'],
  ])('%o', (fields, mistake) => {
    expect(mistakeIn(fields, now)).toBe(mistake);
  });
});
