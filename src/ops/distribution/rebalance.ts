/**
 * Moves shards from full nodes to empty ones while the service runs. A Citus cannot copy tables whose row-level security applies to their
 * owner too, so that is off for the owner meanwhile; the logins of the service stay behind it.
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
 * row-level security back; if the command itself is killed, `distribute` does that.
 */
export async function rebalance({ url, say }: { url: string; say: (line: string) => void }): Promise<Rebalancing> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    if (!(await isDistributed(client)))
      throw new AppError(
        'invalid_input',
        'The tables of this database stand on one node. Distribute them first: npm run admin -- distribute.',
      );
    const forced = (await readCatalog(client)).filter(({ isRowSecurityForced }) => isRowSecurityForced).map(({ name }) => name);
    client.on('notice', ({ message = '' }) => say(message));
    try {
      await alterEach(client, forced, 'no force');
      say('moving …');
      await client.query(`select rebalance_table_shards(shard_transfer_mode => 'force_logical')`);
    } finally {
      await alterEach(client, forced, 'force');
    }
    return { nodes: await nodeContents(client) };
  } finally {
    await client.end();
  }
}

async function alterEach(client: Client, tables: readonly string[], words: 'force' | 'no force'): Promise<void> {
  for (const name of tables) await alter(client, `alter table ${quoteName(name)} ${words} row level security`);
}

/** The other nodes only hear of a limit that is set within the transaction. */
async function alter(client: Client, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${LOCK_WAIT}'`);
      await client.query(sql);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== LOCKED || attempt === ATTEMPTS) throw error;
    }
  }
}
