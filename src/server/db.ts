/** The connection pools and Prisma over them. Who imports this file can see across tenants; tenantDb.ts is the way in for all others. */
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient, type Prisma } from '@generated/client';
import { BoundReaders, type Pooling } from './boundReaders';
import { namedAddresses, type DatabaseAddresses } from './databaseAddresses';
import { env } from './env';
import { OrderedClient } from './orderedClient';
import { processState } from './processState';

export interface Database {
  /** As the role of the app, over `pool`. */
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  readonly poolSize: number;
  /** As the role that finds what must be found across tenants, and by which people sign in: over a small pool of its own. */
  readonly system: PrismaClient;
  readonly systemPool: pg.Pool;
  /** Both work by one login, which takes on the role that it needs. */
  readonly isSingleLogin: boolean;
  /** For statements that read, in one round trip each. */
  readonly readers: BoundReaders;
  close(): Promise<void>;
}

/** A transaction, with Prisma's models and its raw SQL. */
export type Transaction = Prisma.TransactionClient;

/** Each answers thousands of statements a second. */
const MOST_READERS = 4;

/** What is looked up across tenants is little. */
const MOST_SYSTEM_CONNECTIONS = 4;

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'faultline',
    Client: OrderedClient,
  });
  // A connection that the server closes, idle or between two statements of a transaction, is replaced at the next use; without listeners it would
  // end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function clientOver(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: { maxWait: 5_000, timeout: 30_000 } });
}

/** Opens a pool of at most `poolSize` connections for the app, a small one for the system, and connections for reading. */
export function openDatabase(addresses: DatabaseAddresses, poolSize: number, pooling: Pooling = 'session'): Database {
  const pool = openPool(addresses.app, poolSize);
  const systemPool = openPool(addresses.system, Math.min(MOST_SYSTEM_CONNECTIONS, poolSize));
  const [prisma, system] = [clientOver(pool), clientOver(systemPool)];
  const readers = new BoundReaders(addresses, Math.max(1, Math.min(MOST_READERS, Math.floor(poolSize / 4))), pooling);
  return {
    prisma,
    pool,
    poolSize,
    system,
    systemPool,
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
  'DATABASE_SYSTEM_URL is not set: name the same database by the login faultline_system, or set DATABASE_SINGLE_LOGIN=1 where only one login can be had.';

/** This process's database, opened at first use. */
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
