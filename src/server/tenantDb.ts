/**
 * The way into the database for all but a listed few. Every transaction is bound to a tenant by its first statement; from there on
 * PostgreSQL itself shows and takes no row of another tenant.
 */
import type pg from 'pg';
import type { Database, Transaction } from './db';
import { isWorthRetrying, translateDatabaseError } from './databaseErrors';
import { processState } from './processState';
import { assertTenantId, bindingSql } from './bindTenant';
import type { ReadStatement } from './boundReaders';
import { awaitAtMost } from './deadline';
import { PerKeyLimit } from './perKeyLimit';

export type { Transaction } from './db';

/** One tenant's view of the database; `transaction` is set inside a transaction that somebody further up has opened. */
export interface TenantDb {
  readonly tenantId: string;
  readonly database: Database;
  readonly transaction?: Transaction;
  /** Its transactions change something, so they are refused while the tenant is frozen. Set by the guard for all that is no question. */
  readonly isForChange?: boolean;
  /** Aborted when nobody waits for the answer any more; there for what may be given up midway. */
  readonly signal?: AbortSignal;
}

export interface TransactionOptions {
  /** Longest run of the transaction, in milliseconds; 30,000 unless said. */
  timeoutMs?: number;
  /** A consistent view over several reads. */
  isRepeatableRead?: boolean;
  /** How long its first statements wait for a lock, as PostgreSQL writes it, where that is not `lockWait()`. */
  lockTimeout?: string;
}

/** The largest landscapes take tens of seconds to load. */
const READ_DEADLINE_MS = 120_000;
const WRITE_DEADLINE_MS = 30_000;

export function tenantDb(database: Database, tenantId: string): TenantDb {
  assertTenantId(tenantId);
  return { tenantId, database };
}

/** How long a change waits for another of the same landscape, as PostgreSQL writes it. A test of the refusal shortens it. */
export function lockWait(): { longest: string } {
  return processState('lockWait', () => ({ longest: '10s' }));
}

/** No tenant may hold more than half of the connections, so that one tenant's waiting writers leave room for the others. */
function turns(database: Database): PerKeyLimit {
  return processState('tenantTurns', () => new PerKeyLimit(Math.max(1, Math.floor(database.poolSize / 2))));
}

/**
 * Runs `work` in a transaction of this tenant, or in the one already open. A deadlock or serialization failure is tried again (work must
 * therefore have no effect outside the transaction). Throws AppError `unavailable` when the database is away.
 */
export async function inTenant<T>(tenant: TenantDb, work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  if (tenant.transaction !== undefined) return work(tenant.transaction);
  return turns(tenant.database).run(tenant.tenantId, () => attempt(tenant, work, options, 3));
}

function bindingOf(
  { tenantId, isForChange = false, database: { isSingleLogin } }: TenantDb,
  settings: Readonly<Record<string, string>>,
): string {
  return bindingSql({ tenantId, lasts: 'transaction', isSingleLogin, settings, isForChange });
}

function commitHooks(): WeakMap<Transaction, (() => void)[]> {
  return processState('commitHooks', () => new WeakMap<Transaction, (() => void)[]>());
}

/** Calls `hook` once the transaction has committed, and never when it has not. It must neither wait nor throw. */
export function afterCommit(tx: Transaction, hook: () => void): void {
  const hooks = commitHooks().get(tx);
  if (hooks === undefined) commitHooks().set(tx, [hook]);
  else hooks.push(hook);
}

async function attempt<T>(tenant: TenantDb, work: (tx: Transaction) => Promise<T>, options: TransactionOptions, left: number): Promise<T> {
  try {
    let committed: Transaction | null = null;
    const result = await tenant.database.prisma.$transaction(
      async (tx) => {
        committed = tx;
        await tx.$executeRawUnsafe(bindingOf(tenant, { lock_timeout: options.lockTimeout ?? lockWait().longest }));
        return work(tx);
      },
      {
        ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
        ...(options.isRepeatableRead === true ? { isolationLevel: 'RepeatableRead' as const } : {}),
      },
    );
    if (committed !== null)
      commitHooks()
        .get(committed)
        ?.forEach((hook) => hook());
    return result;
  } catch (error) {
    if (left > 1 && isWorthRetrying(error)) return attempt(tenant, work, options, left - 1);
    throw translateDatabaseError(error);
  }
}

/** Runs `work` as the role that finds the few things which must be found across tenants: tenants, whose key this is, somebody's memberships. */
export async function asSystem<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await database.system.$transaction(async (tx) => {
      if (database.isSingleLogin) await tx.$executeRaw`set local role faultline_system`;
      return work(tx);
    });
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

/** The same for one statement by itself, in one round trip: `text` refers to `values` as $1, $2, … */
export async function systemRows<Row extends object>(
  { systemPool, isSingleLogin }: Database,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  try {
    if (!isSingleLogin) return (await systemPool.query<Row>(text, [...values])).rows;
  } catch (error) {
    throw translateDatabaseError(error);
  }
  let client: pg.PoolClient | null = null;
  try {
    client = await systemPool.connect();
    await client.query('begin; set local role faultline_system');
    const { rows } = await client.query<Row>(text, [...values]);
    await client.query('commit');
    client.release();
    return rows;
  } catch (error) {
    client?.release(true);
    throw translateDatabaseError(error);
  }
}

/** How many statements of one tenant are read at once; the others wait, so that one tenant's flood leaves room for the others. */
const READS_AT_ONCE = 32;

/**
 * The rows of one quick statement, by keys and indexes, in one round trip: what most questions need. `values` come behind the tenant's id, which is $1. Sees what
 * was committed before it was called. Throws AppError `unavailable` when the database is away or takes too long.
 */
export async function readRows<Row>(tenant: TenantDb, statement: ReadStatement, values: readonly unknown[] = []): Promise<Row[]> {
  const { tenantId, database, transaction } = tenant;
  if (transaction !== undefined) return transaction.$queryRawUnsafe<Row[]>(statement.text, tenantId, ...values);
  const atOnce = processState('tenantReads', () => new PerKeyLimit(READS_AT_ONCE));
  try {
    return await atOnce.run(tenantId, () => database.readers.read<Row>(tenantId, statement, [tenantId, ...values]));
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

/**
 * Runs `work` on a plain connection in a read-only, consistent view of one tenant: for what Prisma is slow at, such as loading a graph.
 * Never used inside another transaction. Throws AppError `unavailable` when it is not done after `deadlineMs`; the connection goes with it.
 */
export async function readInTenant<T>(
  tenant: TenantDb,
  work: (client: pg.PoolClient) => Promise<T>,
  deadlineMs = READ_DEADLINE_MS,
): Promise<T> {
  return onPlainConnection(tenant, 'begin isolation level repeatable read read only', work, deadlineMs);
}

/**
 * The same to write, for the one or two statements that must not wait for more round trips than they need. `first` is one that needs no parameters, of which
 * `work` gets the rows: it goes along with the binding.
 */
export async function writeInTenant<T>(
  tenant: TenantDb,
  work: (client: pg.PoolClient, firstRows: readonly unknown[]) => Promise<T>,
  first?: string,
): Promise<T> {
  return onPlainConnection(tenant, 'begin', work, WRITE_DEADLINE_MS, first);
}

async function onPlainConnection<T>(
  tenant: TenantDb,
  begin: string,
  work: (client: pg.PoolClient, firstRows: readonly unknown[]) => Promise<T>,
  deadlineMs: number,
  first?: string,
): Promise<T> {
  assertTenantId(tenant.tenantId);
  return turns(tenant.database).run(tenant.tenantId, async () => {
    let client: pg.PoolClient | null = null;
    try {
      client = await tenant.database.pool.connect();
      // One round trip: the simple protocol takes all statements at once, and the tenant id is known to be a GUID.
      const opening = [begin, bindingOf(tenant, { statement_timeout: String(deadlineMs) }), ...(first === undefined ? [] : [first])];
      const answers = (await client.query(opening.join('; '))) as unknown as pg.QueryResult[];
      const firstRows = first === undefined ? [] : (answers.at(-1)?.rows ?? []);
      const result = await awaitAtMost(work(client, firstRows), deadlineMs, 'Reading this took too long. Try again in a few seconds.');
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      // The connection is given up with its transaction: what state it is in is not worth finding out.
      client?.release(true);
      throw translateDatabaseError(error);
    }
  });
}
