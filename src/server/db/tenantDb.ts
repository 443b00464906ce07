/**
 * The way into the database for everybody except a few listed files. The first statement of every transaction binds it to a tenant; after
 * that, PostgreSQL itself neither shows nor accepts rows of another tenant.
 */
import type pg from 'pg';
import type { Database, Transaction } from './database';
import { isWorthRetrying, translateDatabaseError } from './databaseErrors';
import { processState } from '@/server/processState';
import { assertTenantId, bindingSql } from './bindTenant';
import type { ReadStatement } from './boundReaders';
import { awaitAtMost } from '@/server/deadline';
import { PerKeyLimit } from '@/server/perKeyLimit';

export type { Transaction } from './database';

/** One tenant's view of the database. `transaction` is set inside a transaction that a caller has opened. */
export interface TenantDb {
  readonly tenantId: string;
  readonly database: Database;
  readonly transaction?: Transaction;
  /**
   * Its transactions change something, so they are refused while the tenant is frozen. The guard sets this for everything except questions.
   */
  readonly isForChange?: boolean;
  /** Aborted when nobody waits for the answer any more; set only for work that may be abandoned midway. */
  readonly signal?: AbortSignal;
}

export interface TransactionOptions {
  /** The longest time that the transaction may run, in milliseconds; default 30,000. */
  timeoutMs?: number;
  /** A consistent view over several reads. */
  isRepeatableRead?: boolean;
  /** How long its first statements wait for a lock, in PostgreSQL's notation; default `lockWait()`. */
  lockTimeout?: string;
  /** How long it may wait for its next statement, in PostgreSQL's notation, before the database ends it; default a minute. */
  abandonedAfter?: string;
}

/** The largest landscapes take tens of seconds to load. */
const READ_DEADLINE_MS = 120_000;
const WRITE_DEADLINE_MS = 30_000;

/** Access to the rows of one tenant. Throws if `tenantId` is not a GUID; whether the tenant exists is not checked. */
export function tenantDb(database: Database, tenantId: string): TenantDb {
  assertTenantId(tenantId);
  return { tenantId, database };
}

/** How long a change waits for another change of the same landscape, in PostgreSQL's notation. A test of the refusal shortens it. */
export function lockWait(): { longest: string } {
  return processState('lockWait', () => ({ longest: '10s' }));
}

/** No tenant may hold more than half of the connections, so that the waiting writers of one tenant leave room for others. */
function turns(database: Database): PerKeyLimit {
  return processState('tenantTurns', () => new PerKeyLimit(Math.max(1, Math.floor(database.poolSize / 2))));
}

/**
 * Runs `work` in a transaction of this tenant, or in the one already open. After a deadlock or serialization failure it runs again, so
 * `work` must have no effect outside the transaction. Throws AppError `unavailable` if the database cannot be reached.
 */
export async function inTenant<T>(tenant: TenantDb, work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  if (tenant.transaction !== undefined) return work(tenant.transaction);
  return turns(tenant.database).run(tenant.tenantId, () => attempt(tenant, work, options, 3));
}

/** A replica that stands still, or whose connection fell silent, holds locks no longer than this: the database ends its transaction. */
const ABANDONED_AFTER = '60s';

function bindingOf(
  { tenantId, isForChange = false, database: { isSingleLogin } }: TenantDb,
  settings: Readonly<Record<string, string>>,
): string {
  const abandoned = { idle_in_transaction_session_timeout: ABANDONED_AFTER };
  return bindingSql({ tenantId, lasts: 'transaction', isSingleLogin, settings: { ...abandoned, ...settings }, isForChange });
}

function commitHooks(): WeakMap<Transaction, (() => void)[]> {
  return processState('commitHooks', () => new WeakMap<Transaction, (() => void)[]>());
}

/** Calls `hook` once the transaction has committed, and not at all if it does not commit. The hook must neither wait nor throw. */
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
        const waits = {
          lock_timeout: options.lockTimeout ?? lockWait().longest,
          idle_in_transaction_session_timeout: options.abandonedAfter ?? ABANDONED_AFTER,
        };
        await tx.$executeRawUnsafe(bindingOf(tenant, waits));
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

/**
 * Runs `work` as the role that finds the few things that must be found across tenants: tenants, the owner of a key, somebody's memberships.
 */
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

/** The same for a single statement, in one round trip: `text` refers to `values` as $1, $2, … */
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

/** How many statements of one tenant are read at once; the others wait, so that a flood from one tenant leaves room for others. */
const READS_AT_ONCE = 32;

/**
 * The rows of one quick statement, found by keys and indexes, in one round trip: what most questions need. `values` follow the tenant's id,
 * which is $1. Sees what was committed before the call. Throws AppError `unavailable` if the database cannot be reached or takes too long.
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
 * Runs `work` on a plain connection in a read-only, consistent view of one tenant. For things that Prisma does slowly, such as loading a
 * graph. Never use it inside another transaction. Throws AppError `unavailable` if it is not done after `deadlineMs`; the connection is
 * then closed.
 */
export async function readInTenant<T>(
  tenant: TenantDb,
  work: (client: pg.PoolClient) => Promise<T>,
  deadlineMs = READ_DEADLINE_MS,
): Promise<T> {
  return onPlainConnection(tenant, 'begin isolation level repeatable read read only', work, deadlineMs);
}

/**
 * The same for writing, for one or two statements that must not wait for extra round trips. `first` is a statement without parameters, sent
 * together with the binding; `work` receives its rows.
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
      // Closes the connection together with its transaction, because finding out its state is not worth it.
      client?.release(true);
      throw translateDatabaseError(error);
    }
  });
}
