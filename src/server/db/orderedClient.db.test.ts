/** Statements started at the same time on one connection. */
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { afterEach, expect, it, vi } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { PATIENT } from '@/test/patience';

const { database } = await useTestDatabase();

afterEach(() => vi.restoreAllMocks());

/** How many statements of the pool's connections ran at once at most, while `work` ran. */
async function mostAtOnce(work: () => Promise<unknown>): Promise<number> {
  let running = 0;
  let most = 0;
  const send = pg.Client.prototype.query as unknown as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const answer = send.apply(this, args);
    if (!(answer instanceof Promise)) return answer as never;
    most = Math.max(most, ++running);
    const settle = (): void => void running--;
    answer.then(settle, settle);
    return answer as never;
  });
  await work();
  return most;
}

it('go out one after the other and are answered each for itself, also behind one that fails', async () => {
  const answers: string[] = [];
  const most = await mostAtOnce(async () => {
    const client = await database.pool.connect();
    try {
      const ask = async (sql: string): Promise<void> => {
        try {
          answers.push(String((await client.query<{ n: number }>(sql)).rows[0]?.n));
        } catch (error) {
          answers.push((error as { code: string }).code);
        }
      };
      await Promise.all([ask('select 1 as n'), ask('select 1/0 as n'), ask('select 3 as n'), ask('select 4 as n')]);
      await ask('select 5 as n');
    } finally {
      client.release();
    }
  });
  expect(answers).toEqual(['1', '22012', '3', '4', '5']);
  expect(most).toBe(1);
});

it('can be told by the name and login of their connection, as the watch over all statements does', async () => {
  const client = await database.pool.connect();
  try {
    const { connectionParameters } = client as unknown as { connectionParameters: { application_name: string; user: string } };
    const { rows } = await client.query<{ name: string; user: string }>(
      `select current_setting('application_name') as name, session_user::text as user`,
    );
    expect(rows).toEqual([{ name: 'faultline', user: connectionParameters.user }]);
    expect(connectionParameters.application_name).toBe('faultline');
  } finally {
    client.release();
  }
});

it('keep no timer of a copy that has been read, nor of one that was cut off', async () => {
  const begun = vi.spyOn(globalThis, 'setTimeout');
  const ended = vi.spyOn(globalThis, 'clearTimeout');
  const limits = (): unknown[] => begun.mock.calls.flatMap(([, ms], call) => (ms === 120_000 ? [begun.mock.results[call]?.value] : []));
  const read = async (most: number): Promise<void> => {
    const client = await database.pool.connect();
    let chunks = 0;
    const rows = client.query(copyTo(`copy (select repeat('x', 1000) from generate_series(1, 1000)) to stdout`));
    for await (const _ of rows as AsyncIterable<Buffer>) if (++chunks === most) break;
    client.release(most !== Infinity);
  };
  await read(Infinity);
  await read(1);
  expect(limits()).toHaveLength(2);
  await vi.waitFor(() => expect(ended.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(limits())), PATIENT);
});
