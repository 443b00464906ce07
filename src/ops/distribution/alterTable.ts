/** Alters tables that the service is using. */
import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { inTransaction } from '@/ops/postgres/onConnection';

const LOCKED = '55P03';
/**
 * Everybody waits behind whoever waits for a table, so the first attempts are short, and all who waited go first before the next one. Under
 * load, transactions last longer than that, so later attempts wait longer.
 */
const LOCK_WAIT_MS = { first: 1_000, more: 500, most: 5_000 };
const PAUSES = 3;
const ATTEMPTS = 30;

/** Runs the one statement in a transaction of its own. The other nodes only hear of a limit that is set within the transaction. */
export async function alterTable(client: Client, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const wait = Math.min(LOCK_WAIT_MS.first + LOCK_WAIT_MS.more * (attempt - 1), LOCK_WAIT_MS.most);
    try {
      await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${wait}`);
        await client.query(statement);
      });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCKED || attempt === ATTEMPTS) throw error;
      await setTimeout(PAUSES * wait);
    }
  }
}
