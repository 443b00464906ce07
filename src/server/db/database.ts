/** The connection pools and Prisma. Importing this file allows seeing across tenants; everyone else uses the verbs. */
import type pg from 'pg';
import { PrismaClient } from '@generated/client';
import { BoundReaders, type Pooling } from './boundReaders';
import { namedAddresses, type DatabaseAddresses } from './databaseAddresses';
import { env } from '@/server/env';
import { OrderedClient } from './orderedClient';
import { PlainEnumsPg } from './plainEnums';
import { LendingPool } from './transaction';
import { processState } from '@/server/processState';

export interface Database {
  /** With the app's role, over `pool`. */
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  readonly poolSize: number;
  /** For what must be found across tenants and for sign-in, over its own small pool. */
  readonly system: PrismaClient;
  readonly systemPool: pg.Pool;
  /** A separate connection for the system, not yet open; whoever opens it must end it. */
  readonly systemConnection: () => pg.Client;
  /** Both use one login, which switches to the role it needs. */
  readonly isSingleLogin: boolean;
  /** For reads in one round trip each. */
  readonly readers: BoundReaders;
  close(): Promise<void>;
}

/** Each one answers thousands of statements per second. */
const MOST_READERS = 4;

/** Few look-ups go across tenants. */
const MOST_SYSTEM_CONNECTIONS = 4;

/**
 * How long a statement may stay unanswered, in milliseconds: then its connection is given up. Statements of tenants may take long, because a
 * large landscape is loaded or changed by few of them. What the system looks up is quick.
 */
const LONGEST_ANSWER_MS = { app: 40_000, system: 10_000 };

function openPool(url: string, max: number, longestAnswerMs: number): pg.Pool {
  const pool = new LendingPool({
    connectionString: url,
    query_timeout: longestAnswerMs,
    keepAlive: true,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'faultline',
    Client: OrderedClient,
  });
  // A connection that the server closes, idle or within a transaction, is replaced on the next use; without listeners it would end the
  // process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function clientOver(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PlainEnumsPg(pool), transactionOptions: { maxWait: 5_000, timeout: 30_000 } });
}

/** Opens a pool of at most `poolSize` connections for the app, a small one for the system, and connections for reading. */
export function openDatabase(addresses: DatabaseAddresses, poolSize: number, pooling: Pooling = 'session'): Database {
  const pool = openPool(addresses.app, poolSize, LONGEST_ANSWER_MS.app);
  const systemPool = openPool(addresses.system, Math.min(MOST_SYSTEM_CONNECTIONS, poolSize), LONGEST_ANSWER_MS.system);
  const [prisma, system] = [clientOver(pool), clientOver(systemPool)];
  const readers = new BoundReaders(addresses, Math.max(1, Math.min(MOST_READERS, Math.floor(poolSize / 4))), pooling);
  return {
    prisma,
    pool,
    poolSize,
    system,
    systemPool,
    systemConnection: () =>
      new OrderedClient({
        connectionString: addresses.system,
        application_name: 'faultline nudges',
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
        query_timeout: LONGEST_ANSWER_MS.system,
      }),
    isSingleLogin: addresses.isSingleLogin,
    readers,
    close: async () => {
      await readers.close();
      await Promise.all([prisma.$disconnect(), system.$disconnect()]);
      for (const opened of [pool, systemPool]) if (!opened.ended) await opened.end();
    },
  };
}

const SYSTEM_URL_IS_MISSING =
  'DATABASE_SYSTEM_URL is not set: give it the same database with the login faultline_system, or set DATABASE_SINGLE_LOGIN=1 if you only have one login.';

/** This process's database, opened on first use. */
export function database(): Database {
  return processState('database', () => {
    const { DATABASE_URL, DATABASE_POOL_SIZE, DATABASE_POOLING } = env();
    if (DATABASE_URL === undefined)
      throw new Error('DATABASE_URL is not set: start the service with `npm start`, or name a PostgreSQL server.');
    const addresses = namedAddresses(env());
    if (addresses === null) throw new Error(SYSTEM_URL_IS_MISSING);
    return openDatabase(addresses, DATABASE_POOL_SIZE, DATABASE_POOLING);
  });
}
