/** What each refusal of the database means: run it again, wait, or read again. Their real forms are in databaseErrors.db.test.ts. */
import { describe, expect, it, test, vi } from 'vitest';
import { AppError } from '@/domain/errors';
import { log } from '@/server/observability/log';
import { processState } from '@/server/processState';
import { isWorthRetrying, sqlState, translateDatabaseError } from './databaseErrors';
import { noteWritable, whyWritesAreRefused } from './refusedWrites';

const failure = (facts: object, message = 'refused'): Error => Object.assign(new Error(message), facts);

describe('the search for the SQLSTATE', () => {
  test.each<[string, unknown, string]>([
    ['of an error of the driver', failure({ code: '40P01' }), '40P01'],
    ['below an error of Prisma', failure({ code: 'P2010', meta: { code: '55P03' } }), '55P03'],
    ['below its adapter', failure({ code: 'P2002', meta: { driverAdapterError: failure({ cause: { originalCode: '23505' } }) } }), '23505'],
    ['of the cause of a cause', failure({ cause: failure({ cause: failure({ code: '57P01' }) }) }), '57P01'],
    ["is the error's own code if there is no SQLSTATE", failure({ code: 'P2034' }), 'P2034'],
    ['is the code of the failed connection', failure({ code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    ['is empty for an error without a code', failure({}), ''],
    ['is empty for something that is not an error', 'oops', ''],
    ['is empty for null', null, ''],
  ])('%s', (_name, error, state) => {
    expect(sqlState(error)).toBe(state);
  });

  it('ends with an error that is its own cause', () => {
    const error: Error & { cause?: unknown } = new Error('round and round');
    error.cause = error;
    expect(sqlState(error)).toBe('');
  });
});

describe('what is retried at once', () => {
  test.each(['40001', '40P01'])('%s: a serialization failure or a deadlock, whatever reports it', (code) => {
    expect(isWorthRetrying(failure({ code }))).toBe(true);
    expect(isWorthRetrying(failure({ code: 'P2010', meta: { code } }))).toBe(true);
  });

  it('includes what Prisma calls a conflict in its own words', () => {
    expect(isWorthRetrying(failure({ code: 'P2034' }))).toBe(true);
  });

  test.each(['23505', '23503', '55P03', '57014', '57P01', '08006', '22003', 'P2002', 'P2028', 'ECONNREFUSED'])('not %s', (code) => {
    expect(isWorthRetrying(failure({ code }))).toBe(false);
  });

  test.each([null, undefined, 'oops', new TypeError('a defect')])('not %s', (error) => {
    expect(isWorthRetrying(error)).toBe(false);
  });
});

describe('what a caller gets', () => {
  const told = (error: unknown): unknown => {
    const known = translateDatabaseError(error);
    return known instanceof AppError ? [known.code, known.retryAfterSeconds] : 'as it was';
  };

  test.each(['55P03'])('wait for the other change: %s', (code) => {
    expect(told(failure({ code }))).toEqual(['unavailable', 3]);
  });

  test.each(['53100', '53200', '25006'])('wait until the database writes again: %s', (code) => {
    expect(told(failure({ code }))).toEqual(['unavailable', 30]);
    expect(whyWritesAreRefused()).toMatch(/^The (disk of the )?database is /);
    noteWritable();
    expect(whyWritesAreRefused()).toEqual(code === '25006' ? null : expect.stringMatching(/full|memory/));
  });

  it('wait for the database to be migrated', () => {
    expect(told(failure({ code: '42P01' }))).toEqual(['unavailable', 60]);
    expect(told(failure({ code: '22023' }, 'role "faultline_app" does not exist'))).toEqual(['unavailable', 60]);
    expect(told(failure({ code: '22023' }, 'role "somebody" does not exist'))).toBe('as it was');
  });

  test.each(['23503', '23505', 'P2002', 'P2003'])('read again and repeat: %s', (code) => {
    expect(told(failure({ code }))).toEqual(['conflict', undefined]);
  });

  const away = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'ENOENT', '25P03', '57P01', '57P02', '57P03', '53300'];
  test.each([...away, '08000', '08006', '28P01', '28000', 'P1001', 'P1002', 'P1017', 'P2024', 'P2028'])(
    'the database is unavailable: %s',
    (code) => {
      expect(told(failure({ code }))).toEqual(['unavailable', 5]);
    },
  );

  it('an operator is told why the database is unavailable, at most once a minute', () => {
    processState('warned about the database', () => ({ at: 0 })).at = Number.NEGATIVE_INFINITY;
    const warn = vi.spyOn(log(), 'warn');
    const refused = failure({
      code: 'P2010',
      meta: { driverAdapterError: failure({ cause: { originalCode: '28P01' } }, 'wrong password') },
    });
    for (let time = 0; time < 3; time += 1) told(refused);
    expect(warn.mock.calls).toEqual([[{ code: '28P01', reason: 'wrong password' }, 'the database cannot be reached']]);
    warn.mockRestore();
  });

  it('the statement took too long and was cancelled: 57014', () => {
    expect(told(failure({ code: '57014' }))).toEqual(['unavailable', 5]);
  });

  const said = [
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Unable to start a transaction in the given time.',
    'failure on connection marked as essential: 10.0.0.2:5432',
    'could not commit transaction for shard 103295 on at least one active node',
    'connection to the remote node faultline_app@10.0.0.2:5432 failed with the following error: server closed the connection unexpectedly',
  ];
  test.each(said)('the database is unavailable, judged by the message alone: %s', (message) => {
    expect(told(failure({}, message))).toEqual(['unavailable', 5]);
  });

  const kinds = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'];
  test.each(kinds)("the database is unavailable, as Prisma's adapter says without a code: %s", (kind) => {
    expect(told(failure({ code: 'P2010', meta: { driverAdapterError: failure({ cause: { kind } }) } }))).toEqual(['unavailable', 5]);
  });

  test.each(['22003', '42501', '42703', 'P2025'])('nothing about a defect: %s stays unchanged', (code) => {
    const error = failure({ code });
    expect(translateDatabaseError(error)).toBe(error);
  });

  it('is the error of the use case, whatever its cause', () => {
    const error = Object.assign(new AppError('not_found', 'There is none.'), { cause: failure({ code: '57P01' }) });
    expect(translateDatabaseError(error)).toBe(error);
  });

  it('contains no internals', () => {
    const known = translateDatabaseError(failure({ code: '23505', detail: 'Key (secret)=(1)' }, 'duplicate key "secret"'));
    expect(JSON.stringify([known, (known as Error).message])).not.toContain('secret');
  });
});
