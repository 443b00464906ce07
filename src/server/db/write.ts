/** Changes the rows of one tenant: the verb for everything that writes, and for everything that locks. */
import type pg from 'pg';
import { processState } from '@/server/processState';
import { isConnectionLost, isWorthRetrying, outcomeUnknown, sqlState, translateDatabaseError } from './databaseErrors';
import { onConnection } from './onConnection';
import { READ_ONLY } from './refusedWrites';
import { ABANDONED_AFTER, bindingOf, turns, type TenantDb } from './tenantDb';
import { type Transaction, inTransaction } from './transaction';

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

const PLAIN_DEADLINE_MS = 30_000;
const MOST_ATTEMPTS = 3;

/** How long a change waits for another change of the same landscape, in PostgreSQL's notation. A test of the refusal shortens it. */
export function lockWait(): { longest: string } {
  return processState('lockWait', () => ({ longest: '10s' }));
}

/**
 * Runs `work` in a transaction of this tenant, or in the one already open. After a deadlock or serialization failure it runs again, so
 * `work` must have no effect outside the transaction. Throws AppError `unavailable` if the database cannot be reached.
 */
export function write<T>(tenant: TenantDb, work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
  return inTenantsTransaction(tenant, work, options, {});
}

/**
 * The same on a plain connection, for one or two statements that must not wait for extra round trips. `first` is a statement without
 * parameters, sent together with the binding; `work` receives its rows. Never inside another transaction.
 */
write.onConnection = function writeOnConnection<T>(
  tenant: TenantDb,
  work: (client: pg.PoolClient, firstRows: readonly unknown[]) => Promise<T>,
  first?: string,
): Promise<T> {
  return onConnection(tenant, work, { begin: 'begin', deadlineMs: PLAIN_DEADLINE_MS, first });
};

/** With further settings of the transaction; `read` asks for one that cannot write. */
export async function inTenantsTransaction<T>(
  tenant: TenantDb,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
  settings: Readonly<Record<string, string>>,
): Promise<T> {
  if (tenant.transaction !== undefined) return work(tenant.transaction);
  return turns(tenant.database).run(tenant.tenantId, () => attempt(tenant, work, options, settings, MOST_ATTEMPTS));
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

async function attempt<T>(
  tenant: TenantDb,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
  settings: Readonly<Record<string, string>>,
  left: number,
): Promise<T> {
  const mayWrite = settings.transaction_read_only !== 'on';
  let isCommitting = false;
  try {
    let committed: Transaction | null = null;
    const result = await inTransaction(
      tenant.database.prisma,
      async (tx) => {
        committed = tx;
        const waits = {
          lock_timeout: options.lockTimeout ?? lockWait().longest,
          idle_in_transaction_session_timeout: options.abandonedAfter ?? ABANDONED_AFTER,
        };
        await tx.$executeRawUnsafe(bindingOf(tenant, { ...waits, ...settings }));
        const done = await work(tx);
        isCommitting = mayWrite;
        return done;
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
    if (left > 1 && isWorthRetrying(error)) return attempt(tenant, work, options, settings, left - 1);
    if (isCommitting && isConnectionLost(error)) throw outcomeUnknown();
    // Whoever writes where only reading was asked for has a bug; the database is well.
    if (!mayWrite && sqlState(error) === READ_ONLY) throw error;
    throw translateDatabaseError(error);
  }
}
