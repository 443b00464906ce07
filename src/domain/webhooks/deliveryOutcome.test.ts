import { describe, expect, it } from 'vitest';
import { GIVE_UP_AFTER_FAILURES, GIVE_UP_AFTER_SECONDS, RETRY_WAITS_SECONDS, afterAttempt, endpointAfter } from './deliveryOutcome';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const answer = (statusCode: number | null, retryAfterSeconds: number | null = null) => ({ statusCode, retryAfterSeconds });
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);
const ago = (seconds: number): Date => inSeconds(-seconds);

describe('a delivery after an attempt', () => {
  it.each([200, 201, 202, 204, 299])('is delivered by %i', (status) => {
    expect(afterAttempt({ waitsUsed: 3 }, answer(status), NOW, 0.5)).toEqual({ status: 'Delivered' });
  });

  it.each([null, 100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 429, 500, 503])(
    'is retried after %s: a redirect is a failure too',
    (status) => {
      expect(afterAttempt({ waitsUsed: 0 }, answer(status), NOW, 0.5)).toEqual({
        status: 'Retrying',
        nextAttemptAt: inSeconds(5),
        waitsUsed: 1,
      });
    },
  );

  it('waits 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h and 8 h, and is then dead', () => {
    const waits = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];
    expect(RETRY_WAITS_SECONDS).toEqual(waits);
    waits.forEach((seconds, waitsUsed) => {
      expect(afterAttempt({ waitsUsed }, answer(500), NOW, 0.5)).toEqual({
        status: 'Retrying',
        nextAttemptAt: inSeconds(seconds),
        waitsUsed: waitsUsed + 1,
      });
    });
    expect(afterAttempt({ waitsUsed: waits.length }, answer(500), NOW, 0.5)).toEqual({ status: 'Dead' });
  });

  it.each([
    [0, 96],
    [0.5, 120],
    [0.999_999, 144],
  ])('stretches or shortens a wait by up to a fifth: random %d makes 120 s into %d s', (random, seconds) => {
    const outcome = afterAttempt({ waitsUsed: 2 }, answer(500), NOW, random);
    expect(outcome.status === 'Retrying' ? Math.round((outcome.nextAttemptAt.getTime() - NOW.getTime()) / 1_000) : null).toBe(seconds);
  });

  it.each([
    [60, 60],
    [2, 5],
    [1_000_000, 3_600],
  ])(
    'waits as long as Retry-After asks: %i s becomes %i s, never less than the regular wait and never more than an hour',
    (asked, seconds) => {
      expect(afterAttempt({ waitsUsed: 0 }, answer(429, asked), NOW, 0.5)).toEqual({
        status: 'Retrying',
        nextAttemptAt: inSeconds(seconds),
        waitsUsed: 1,
      });
    },
  );

  it('is dead at once after 410', () => {
    expect(afterAttempt({ waitsUsed: 0 }, answer(410), NOW, 0.5)).toEqual({ status: 'Dead' });
  });
});

describe('an endpoint after an attempt', () => {
  const long = GIVE_UP_AFTER_SECONDS;
  const many = GIVE_UP_AFTER_FAILURES - 1;
  it.each([
    ['a success clears the count', { failingSince: ago(long * 2), failures: 99 }, 200, { failingSince: null, failures: 0, giveUp: null }],
    ['a first failure starts the count', { failingSince: null, failures: 0 }, 500, { failingSince: NOW, failures: 1, giveUp: null }],
    ['failures add up', { failingSince: ago(60), failures: 1 }, null, { failingSince: ago(60), failures: 2, giveUp: null }],
    ['long but few: kept', { failingSince: ago(long), failures: many - 1 }, 500, { failingSince: ago(long), failures: many, giveUp: null }],
    [
      'many but not long: kept',
      { failingSince: ago(long - 1), failures: many },
      500,
      { failingSince: ago(long - 1), failures: many + 1, giveUp: null },
    ],
    [
      'long and many: given up',
      { failingSince: ago(long), failures: many },
      500,
      { failingSince: ago(long), failures: many + 1, giveUp: 'Failing' },
    ],
    ['410: given up at once', { failingSince: null, failures: 0 }, 410, { failingSince: NOW, failures: 1, giveUp: 'Gone' }],
  ] as const)('%s', (_name, health, statusCode, expected) => {
    expect(endpointAfter(health, answer(statusCode), NOW)).toEqual(expected);
  });
});
