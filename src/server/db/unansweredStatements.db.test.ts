/** Connections on which a statement stays unanswered, because the other side fell silent without closing them: callers that wait on one soon get an error, and the next statement uses another one. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, expect, it } from 'vitest';
import { CuttingProxy } from '@/test/cuttingProxy';
import { useTestDatabase } from '@/test/database';
import { BoundReaders } from './boundReaders';
import { translateDatabaseError } from './databaseErrors';
import { OrderedClient } from './orderedClient';

const { addresses } = await useTestDatabase();
const proxies: CuttingProxy[] = [];
/** Each test has one of its own, so that they can wait beside each other. */
const newProxy = async (): Promise<CuttingProxy> => {
  const proxy = await CuttingProxy.before(addresses.app);
  proxies.push(proxy);
  return proxy;
};
afterAll(() => Promise.all(proxies.map((proxy) => proxy.close())));

/** Longer than a busy machine takes to open a connection and answer on it. */
const LIMIT = { query_timeout: 1_000 };
const told = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    (error: unknown) => (translateDatabaseError(error) as { code?: string }).code,
  );

it.concurrent('a statement on a silent connection, and those behind it, are refused as unavailable', async () => {
  const proxy = await newProxy();
  const client = new OrderedClient({ connectionString: proxy.url, ...LIMIT });
  client.on('error', () => undefined);
  await client.connect();
  proxy.silence();
  expect(await Promise.all([told(client.query('select 1')), told(client.query('select 2'))])).toEqual(['unavailable', 'unavailable']);
});

it.concurrent('a pool of one connection gives its next statement another one', async () => {
  const proxy = await newProxy();
  const config: pg.PoolConfig = { connectionString: proxy.url, max: 1, Client: OrderedClient, ...LIMIT };
  const pool = new pg.Pool(config);
  pool.on('error', () => undefined);
  await pool.query('select 1');
  proxy.silence();
  expect(await told(pool.query('select 1'))).toBe('unavailable');
  expect(await told(pool.query('select 1'))).toBe('answered');
  await pool.end();
});

it.concurrent('idle connections are closed together with a silent one', async () => {
  const proxy = await newProxy();
  const config: pg.PoolConfig = { connectionString: proxy.url, max: 2, Client: OrderedClient, ...LIMIT };
  const pool = new pg.Pool(config);
  pool.on('error', () => undefined);
  await Promise.all([pool.query('select 1'), pool.query('select 1')]);
  expect(pool.idleCount).toBe(2);
  proxy.silence();
  expect(await told(pool.query('select 1'))).toBe('unavailable');
  expect(await told(pool.query('select 1'))).toBe('answered');
  await pool.end();
});

it.concurrent('an idle connection that has answered since another fell silent is kept', async () => {
  const proxy = await newProxy();
  const open = async () => {
    const client = new OrderedClient({ connectionString: proxy.url, ...LIMIT });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const silent = await open();
  await silent.query('select 1');
  proxy.silence();
  const answer = told(silent.query('select 1'));
  const other = await open();
  await other.query('select 1');
  expect(await answer).toBe('unavailable');
  expect(await told(other.query('select 1'))).toBe('answered');
  await other.end();
});

it.concurrent.each(['session', 'transaction'] as const)('a read with %s is answered by another connection', async (pooling) => {
  const proxy = await newProxy();
  const readers = new BoundReaders({ ...addresses, app: proxy.url }, 1, pooling, LIMIT.query_timeout);
  const read = () =>
    readers.read<{ n: number }>(randomUUID(), { name: null, text: 'select 1 as n where $1::uuid is not null' }, [randomUUID()]);
  expect(await read()).toEqual([{ n: 1 }]);
  proxy.silence();
  expect(await read()).toEqual([{ n: 1 }]);
  await readers.close();
});

it.concurrent('a connection that is idle for longer than an answer may take is left alone', { tags: ['long'] }, async () => {
  const proxy = await newProxy();
  const client = new OrderedClient({ connectionString: proxy.url, ...LIMIT });
  await client.connect();
  await client.query('select 1');
  await delay(2 * LIMIT.query_timeout);
  expect((await client.query('select 1')).rowCount).toBe(1);
  await client.end();
});

it.concurrent('a statement that takes long is left alone while the database answers others', { tags: ['long'] }, async () => {
  const proxy = await newProxy();
  const client = new OrderedClient({ connectionString: proxy.url, query_timeout: 20_000 });
  await client.connect();
  const [row] = (await client.query<{ slept: string }>('select pg_sleep(6)::text as slept')).rows;
  expect(row).toEqual({ slept: '' });
  await client.end();
});

it.concurrent(
  'a statement that begins a transaction has to be answered within seconds, for it waits for nothing',
  { tags: ['long'], timeout: 15_000 },
  async () => {
    const proxy = await newProxy();
    const client = new OrderedClient({ connectionString: proxy.url, query_timeout: 20_000 });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('select 1');
    proxy.silence();
    expect(await told(client.query('BEGIN'))).toBe('unavailable');
  },
);

it.concurrent('COPY may take longer than other statements', async () => {
  const proxy = await newProxy();
  const client = new OrderedClient({ connectionString: proxy.url, query_timeout: 300 });
  await client.connect();
  const stream = client.query(copyTo('copy (select pg_sleep(0.1) from generate_series(1, 10)) to stdout'));
  let rows = 0;
  for await (const chunk of stream) rows += String(chunk).split('\n').length - 1;
  expect(rows).toBe(10);
  await client.end();
});
