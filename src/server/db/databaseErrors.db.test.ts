/** The refusals of a real database, as Prisma and the driver report them. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AppError } from '@/domain/errors';
import { useTestDatabase } from '@/test/database';
import { isWorthRetrying, sqlState, translateDatabaseError } from './databaseErrors';
import { bySingleLogin } from './databaseAddresses';
import { openDatabase } from './database';

const { database, addresses } = await useTestDatabase();

const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => new Error('It went well.'),
    (error: unknown) => error,
  );

/** Raised by the database itself, with this SQLSTATE. */
const raised = (state: string): string => `do $$ begin raise exception 'refused' using errcode = '${state}'; end $$`;

describe.each<[string, (sql: string) => Promise<unknown>]>([
  ['the driver', (sql) => database.pool.query(sql)],
  ['Prisma', (sql) => database.prisma.$executeRawUnsafe(sql)],
  ['Prisma within a transaction', (sql) => database.prisma.$transaction((tx) => tx.$executeRawUnsafe(sql))],
])('by way of %s', (_name, run) => {
  test.each(['22003', '23503', '23505', '40001', '40P01', '42501', '53100', '55P03', '57014'])('%s is recognised', async (state) => {
    const error = await errorOf(run(raised(state)));
    expect(sqlState(error)).toBe(state);
    expect(isWorthRetrying(error)).toBe(state === '40001' || state === '40P01');
  });
});

const codeOf = (error: unknown): string => {
  const known = translateDatabaseError(error);
  return known instanceof AppError ? known.code : 'as it was';
};

test("a row that exists already is a conflict, also in Prisma's own words", async () => {
  const guess = { account: randomUUID(), attempts: 1, notBefore: new Date() };
  await database.system.signInGuess.create({ data: guess });
  const error = await errorOf(database.system.signInGuess.create({ data: guess }));
  expect([sqlState(error), codeOf(error)]).toEqual(['23505', 'conflict']);
});

test('a server that does not answer is unavailable; a server without this database is a defect of the installation', async () => {
  const nowhere = openDatabase(bySingleLogin('postgresql://somebody@127.0.0.1:1/none'), 1);
  const other = new URL(addresses.app);
  other.pathname = '/there_is_no_such_database';
  const wrong = openDatabase({ ...addresses, app: other.href }, 1);
  try {
    for (const work of [nowhere.pool.query('select 1'), nowhere.prisma.$queryRaw`select 1`])
      expect(codeOf(await errorOf(work))).toBe('unavailable');
    expect(codeOf(await errorOf(wrong.pool.query('select 1')))).toBe('as it was');
  } finally {
    await nowhere.close();
    await wrong.close();
  }
});

describe('a connection that an administrator ends is unavailable', () => {
  const PID = 'select pg_backend_pid() as pid';
  const end = (pid: number | undefined): Promise<unknown> => database.pool.query('select pg_terminate_backend($1::int)', [pid]);

  test('to the driver', async () => {
    const client = await database.pool.connect();
    client.on('error', () => undefined);
    const { rows } = await client.query<{ pid: number }>(PID);
    const waiting = errorOf(client.query('select pg_sleep(60)'));
    await end(rows[0]?.pid);
    const error = await waiting;
    client.release(true);
    expect(codeOf(error)).toBe('unavailable');
  });

  test('to Prisma, while it waits for an answer', async () => {
    const error = await errorOf(
      database.prisma.$transaction(async (tx) => {
        const [row] = await tx.$queryRawUnsafe<{ pid: number }[]>(PID);
        const waiting = tx.$queryRaw`select pg_sleep(60)::text`;
        await Promise.all([waiting, end(row?.pid)]);
      }),
    );
    expect(codeOf(error)).toBe('unavailable');
  });

  test('to Prisma, between two statements', async () => {
    const error = await errorOf(
      database.prisma.$transaction(async (tx) => {
        const [row] = await tx.$queryRawUnsafe<{ pid: number }[]>(PID);
        await end(row?.pid);
        for (;;) await tx.$queryRaw`select 1`;
      }),
    );
    expect(codeOf(error)).toBe('unavailable');
  });
});
