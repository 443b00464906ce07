/**
 * Moves shards from full nodes to empty ones while the service runs. A Citus cannot copy tables whose row-level security applies to their
 * owner too, so that is off for the owner meanwhile; it still applies to the logins of the service.
 */
import { Client } from 'pg';
import { AppError } from '@/domain/errors';
import { quoteName } from '@/ops/backup/catalog';
import { isDistributed, nodeContents, readCatalog, type NodeContents } from './distribute';

export interface Rebalancing {
  /** What each node holds afterwards. */
  nodes: readonly NodeContents[];
}

const LOCKED = '55P03';
/** Writers wait behind whoever waits for a table, so nobody waits for long. */
const LOCK_WAIT = '1s';
const ATTEMPTS = 60;

/**
 * `url` is the owner's, on the coordinator. Throws AppError `invalid_input` if the tables are not distributed. However it ends, it puts
 * row-level security back, and names the tables where that did not succeed; if the command itself is killed, `distribute` does that.
 */
export async function rebalance({ url, say }: { url: string; say: (line: string) => void }): Promise<Rebalancing> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    if (!(await isDistributed(client)))
      throw new AppError(
        'invalid_input',
        'The tables of this database are all on one node. Distribute them first: npm run admin -- distribute.',
      );
    const forced = (await readCatalog(client)).filter(({ isRowSecurityForced }) => isRowSecurityForced).map(({ name }) => name);
    client.on('notice', ({ message = '' }) => say(message));
    try {
      for (const name of forced) await alter(client, name, 'no force');
      say('moving …');
      await client.query(`select rebalance_table_shards(shard_transfer_mode => 'force_logical')`);
    } finally {
      await forceEach(client, forced);
    }
    return { nodes: await nodeContents(client) };
  } finally {
    await client.end();
  }
}

async function forceEach(client: Client, tables: readonly string[]): Promise<void> {
  const failed: string[] = [];
  for (const name of tables) await alter(client, name, 'force').catch((error: Error) => failed.push(`${name} (${error.message})`));
  if (failed.length > 0)
    throw new AppError(
      'conflict',
      `Row-level security does not apply to the owner of these tables now: ${failed.join(', ')}. Repeat npm run admin -- distribute, which puts it back.`,
    );
}

/** The other nodes only hear of a limit that is set within the transaction. */
async function alter(client: Client, table: string, words: 'force' | 'no force'): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${LOCK_WAIT}'`);
      await client.query(`alter table ${quoteName(table)} ${words} row level security`);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== LOCKED || attempt === ATTEMPTS) throw error;
    }
  }
}
