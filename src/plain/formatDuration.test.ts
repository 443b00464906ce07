import { expect, test } from 'vitest';
import { formatDuration } from './formatDuration';

test.each([
  [-5_000, '0 s'],
  [0, '0 s'],
  [999, '0 s'],
  [1_000, '1 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [252_000, '4 min 12 s'],
  [3_600_000, '1 h'],
  [3_605_000, '1 h'],
  [7_500_000, '2 h 5 min'],
  [90_000_000, '1 d 1 h'],
  [1_000 * 86_400_000, '1,000 d'],
])('%i milliseconds are shown as %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words);
});
