/**
 * Finds the few things that must be found across tenants (tenants, the owner of a key, somebody's memberships) as the role that may. A rule
 * of dependencies lists who may call it, because calling it takes a Database.
 */
import type pg from 'pg';
import type { Database } from './database';
import { type Transaction, inTransaction } from './transaction';
import { translateDatabaseError } from './databaseErrors';

/** Runs `work` in a transaction of the system's. */
export function asSystem<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T>;
/** The rows of a single statement, in one round trip: `text` refers to `values` as $1, $2, … */
export function asSystem<Row extends object>(database: Database, text: string, values?: readonly unknown[]): Promise<Row[]>;
export async function asSystem<T extends object>(
  database: Database,
  wanted: string | ((tx: Transaction) => Promise<T>),
  values: readonly unknown[] = [],
): Promise<T | T[]> {
  try {
    if (typeof wanted === 'string') return await rowsOf<T>(database, wanted, values);
    return await inTransaction(database.system, async (tx) => {
      if (database.isSingleLogin) await tx.$executeRaw`set local role faultline_system`;
      return wanted(tx);
    });
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

async function rowsOf<Row extends object>(
  { systemPool, isSingleLogin }: Database,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  if (!isSingleLogin) return (await systemPool.query<Row>(text, [...values])).rows;
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
    throw error;
  }
}
