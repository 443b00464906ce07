/** The line through the heap tells growth from filling up, falling and noise. */
import { expect, it } from 'vitest';
import { randomFrom } from '@/lab/randomFrom';
import { heapTrend } from './heapTrend';

const MEBIBYTE = 1_024 * 1_024;
/** An hour, with one sample per minute. */
const hour = (mebibytesAt: (minute: number) => number) =>
  Array.from({ length: 61 }, (_, minute) => ({ seconds: minute * 60, bytes: mebibytesAt(minute) * MEBIBYTE }));

it('is exact for a straight line', () => {
  const { bytesPerHour, uncertainty, verdict } = heapTrend(hour((minute) => 100 + minute));
  expect([bytesPerHour / MEBIBYTE, uncertainty / MEBIBYTE].map((value) => Number(value.toFixed(6)))).toEqual([60, 0]);
  expect(verdict).toBe('grows');
});

it.each([
  ['stays the same', () => 100, 'flat'],
  ['falls', (minute: number) => 200 - minute, 'flat'],
  ['fills up in the first third and stays', (minute: number) => 100 + Math.min(minute, 20) * 5, 'flat'],
  ['rises by less than 8 MiB an hour', (minute: number) => 100 + (7 * minute) / 60, 'flat'],
  ['rises by more', (minute: number) => 100 + (9 * minute) / 60, 'grows'],
])('that %s', (_name, at, verdict) => {
  expect(heapTrend(hour(at)).verdict).toBe(verdict);
});

it('finds a leak in noise, and none in noise alone', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = randomFrom(seed);
    const noisy = (perMinute: number) => hour((minute) => 100 + perMinute * minute + 6 * random());
    expect(heapTrend(noisy(1)).verdict).toBe('grows');
    expect(heapTrend(noisy(0)).verdict).not.toBe('grows');
  }
});

it('does not call the heap flat if the run was too short to tell', () => {
  const random = randomFrom(7);
  const short = Array.from({ length: 21 }, (_, index) => ({ seconds: index * 10, bytes: (100 + 6 * random()) * MEBIBYTE }));
  expect(heapTrend(short).verdict).toBe('unclear');
});

it('refuses to judge too few samples', () => {
  expect(() => heapTrend([])).toThrow('0 samples');
  expect(() => heapTrend(hour(() => 1).slice(0, 6))).toThrow('4 samples');
});
