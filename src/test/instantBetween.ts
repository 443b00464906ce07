/** Instants for tests to ask about later. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/server/db/database';

/**
 * An instant by the database's clock, in the format of the API, between what was done before the call and what is done after it. Change
 * sets have their time rounded to whole milliseconds, and one at exactly this instant counts as before.
 */
export async function instantBetween(database: Database): Promise<string> {
  await delay(5);
  const { rows } = await database.pool.query<{ at: Date }>('select clock_timestamp() as at');
  await delay(5);
  if (rows[0] === undefined) throw new Error('A clock is one row.');
  return rows[0].at.toISOString();
}
