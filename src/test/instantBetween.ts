/** Instants that tests ask about later. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/server/db';

/**
 * An instant by the database's clock, as in the API, that lies between what was done before the call and what is done after it. Change sets have
 * their time in whole milliseconds, rounded, and one of that very millisecond counts in.
 */
export async function instantBetween(database: Database): Promise<string> {
  await delay(5);
  const { rows } = await database.pool.query<{ at: Date }>('select clock_timestamp() as at');
  await delay(5);
  if (rows[0] === undefined) throw new Error('A clock is one row.');
  return rows[0].at.toISOString();
}
