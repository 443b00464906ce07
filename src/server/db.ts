/** The connection pool and Prisma over it. Who imports this file can see across tenants; tenantDb.ts is the way in for all others. */
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient, type Prisma } from '@generated/client';
import { BoundReaders, type Pooling } from './boundReaders';
import { env } from './env';
import { OrderedClient } from './orderedClient';
import { processState } from './processState';

export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  readonly poolSize: number;
  /** For statements that read, in one round trip each. */
  readonly readers: BoundReaders;
  close(): Promise<void>;
}

/** A transaction, with Prisma's models and its raw SQL. */
export type Transaction = Prisma.TransactionClient;

/** Each answers thousands of statements a second. */
const MOST_READERS = 4;

/** Opens a pool of at most `poolSize` connections to `url` (postgresql://…). */
export function openDatabase(url: string, poolSize: number, pooling: Pooling = 'session'): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'faultline',
    Client: OrderedClient,
  });
  // A connection that the server closes, idle or between two statements of a transaction, is replaced at the next use; without listeners it would
  // end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: { maxWait: 5_000, timeout: 30_000 } });
  const readers = new BoundReaders(url, Math.max(1, Math.min(MOST_READERS, Math.floor(poolSize / 4))), pooling);
  return {
    prisma,
    pool,
    poolSize,
    readers,
    close: async () => {
      await readers.close();
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/** This process's database, opened at first use. */
export function database(): Database {
  return processState('database', () => {
    const { DATABASE_URL, DATABASE_POOL_SIZE, DATABASE_POOLING } = env();
    if (DATABASE_URL === undefined)
      throw new Error('DATABASE_URL is not set: start the service with `npm start`, or name a PostgreSQL server.');
    return openDatabase(DATABASE_URL, DATABASE_POOL_SIZE, DATABASE_POOLING);
  });
}
