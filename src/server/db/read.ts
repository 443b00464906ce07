/** Reads the rows of one tenant. Nothing that goes through here can write: the database refuses it. */
import type pg from 'pg';
import { PerKeyLimit } from '@/server/perKeyLimit';
import { processState } from '@/server/processState';
import type { ReadStatement } from './boundReaders';
import { translateDatabaseError } from './databaseErrors';
import { onConnection } from './onConnection';
import type { TenantDb } from './tenantDb';
import type { Transaction } from './transaction';
import { inTenantsTransaction, type TransactionOptions } from './write';

/** The largest landscapes take tens of seconds to load. */
const PLAIN_DEADLINE_MS = 120_000;
/** How many statements of one tenant are read at once; the others wait, so that a flood from one tenant leaves room for others. */
const STATEMENTS_AT_ONCE = 32;

/**
 * The rows of one quick statement, found by keys and indexes, in one round trip: what most questions need. `values` follow the tenant's id,
 * which is $1. Sees what was committed before the call. Throws AppError `unavailable` if the database cannot be reached or takes too long.
 */
export function read<Row>(tenant: TenantDb, statement: ReadStatement, values?: readonly unknown[]): Promise<Row[]>;
/** Runs `work`, which reads with Prisma's models, in a transaction of this tenant that cannot write, or in the one already open. */
export function read<T>(tenant: TenantDb, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
export function read<T>(
  tenant: TenantDb,
  wanted: ReadStatement | ((tx: Transaction) => Promise<T>),
  more?: readonly unknown[] | TransactionOptions,
): Promise<T | T[]> {
  if (typeof wanted === 'function')
    return inTenantsTransaction(tenant, wanted, (more ?? {}) as TransactionOptions, { transaction_read_only: 'on' });
  return rowsOf<T>(tenant, wanted, (more ?? []) as readonly unknown[]);
}

/**
 * Runs `work` on a plain connection in a read-only, consistent view of one tenant. For things that Prisma does slowly, such as loading a
 * graph. Never use it inside another transaction. Throws AppError `unavailable` if it is not done after `deadlineMs`; the connection is
 * then closed.
 */
read.onConnection = function readOnConnection<T>(
  tenant: TenantDb,
  work: (client: pg.PoolClient) => Promise<T>,
  deadlineMs = PLAIN_DEADLINE_MS,
): Promise<T> {
  return onConnection(tenant, work, { begin: 'begin isolation level repeatable read read only', deadlineMs });
};

async function rowsOf<Row>(
  { tenantId, database, transaction }: TenantDb,
  statement: ReadStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  if (transaction !== undefined) return transaction.$queryRawUnsafe<Row[]>(statement.text, tenantId, ...values);
  const atOnce = processState('tenantReads', () => new PerKeyLimit(STATEMENTS_AT_ONCE));
  try {
    return await atOnce.run(tenantId, () => database.readers.read<Row>(tenantId, statement, [tenantId, ...values]));
  } catch (error) {
    throw translateDatabaseError(error);
  }
}
