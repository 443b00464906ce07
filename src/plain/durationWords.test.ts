import { expect, it } from 'vitest';
import { durationWords, readDuration } from './durationWords';

it.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [300, '5 minutes'],
  [5_400, '1 hour 30 minutes'],
  [31_536_000, '365 days'],
  [90_061, '1 day 1 hour 1 minute 1 second'],
])('%i seconds are written as %s, and read back', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
  expect(readDuration(words)).toBe(seconds);
});

it.each([
  ['0', 0],
  ['90s', 90],
  [' 5 MIN ', 300],
  ['1 h 30 min', 5_400],
  ['2 hours, 5 minutes', 7_500],
  ['1,440 minutes', 86_400],
  ['15 secs.', 15],
  ['5', null],
  ['', null],
  ['soon', null],
  ['5 parsecs', null],
  ['-5 minutes', null],
  ['1.5 hours', null],
  ['5 minutes or so', null],
  ['99999999999999999 days', null],
])('%j is read as %s', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds);
});
