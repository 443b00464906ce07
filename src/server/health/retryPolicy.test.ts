/** Which failures count against a signal, and how a poisoned one is narrowed down. */
import { describe, expect, test } from 'vitest';
import { AppError } from '@/domain/errors';
import { SET_ASIDE_FROM, isPassing, batchSizeAt, reasonOf, failureLevel } from './retryPolicy';

describe('repeated failures', () => {
  test.each([
    ['a first attempt', { attempts: 1, failures: 0 }, 0],
    ['each failure counts', { attempts: 4, failures: 3 }, 3],
    ['a few processes that died count for nothing yet', { attempts: 5, failures: 0 }, 0],
    ['five that died count as one failure', { attempts: 6, failures: 0 }, 1],
    ['both add up', { attempts: 10, failures: 4 }, 5],
    ['a process that dies at every attempt reaches the limit too', { attempts: 31, failures: 0 }, SET_ASIDE_FROM],
  ])('%s', (_name, record, expected) => {
    expect(failureLevel(record)).toBe(expected);
  });

  test('make portions smaller until a signal is alone, one step before it is set aside', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(batchSizeAt)).toEqual([10_000, 1_250, 156, 19, 2, 1, 1, 1]);
  });
});

describe('one failure', () => {
  const database = (code: string): Error => Object.assign(new Error('refused'), { code });

  test.each([
    ['the database is down', new AppError('unavailable', 'away')],
    ['serialization', database('40001')],
    ['a deadlock', database('40P01')],
    ['a statement that timed out', database('57014')],
    ['a lock held too long', database('55P03')],
    ['no room on the disk', database('53100')],
    ['a lost connection', database('08006')],
    ['a transaction that timed out', database('P2028')],
  ])('is temporary, and counts against no signal: %s', (_name, error) => {
    expect(isPassing(error)).toBe(true);
  });

  test.each([
    ['a value out of range', database('22003')],
    ['a conflict', new AppError('conflict', 'changed')],
    ['a defect', new TypeError('undefined is not a function')],
    ['something that is not an error', 'oops'],
  ])('counts against its signals: %s', (_name, error) => {
    expect(isPassing(error)).toBe(false);
  });

  test('is reported without internals', () => {
    expect(reasonOf(new AppError('conflict', 'Somebody changed it.'))).toBe('Somebody changed it.');
    expect(reasonOf(database('22003'))).toBe('The database refused the result (SQLSTATE 22003).');
    expect(reasonOf(new TypeError('at /srv/secret.ts'))).toBe('It failed in an unexpected way; the log of the server says more.');
  });
});
