/** Alters tables that the service is using. */
import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';

const LOCKED = '55P03';
/** Everybody waits behind whoever waits for a table, so nobody waits for long, and all who waited go first before the next attempt. */
const LOCK_WAIT = '1s';
const PAUSE_MS = 3_000;
const ATTEMPTS = 60;

/** Runs the one statement in a transaction of its own. The other nodes only hear of a limit that is set within the transaction. */
export async function alterTable(client: Client, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${LOCK_WAIT}'`);
      await client.query(statement);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== LOCKED || attempt === ATTEMPTS) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}
