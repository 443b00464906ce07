/**
 * Moves shards from full nodes to empty ones while the service runs. A Citus cannot copy tables whose row-level security applies to their
 * owner too, so that is off for the owner meanwhile; it still applies to the logins of the service.
 */
import type { Client } from 'pg';
import { AppError } from '@/domain/errors';
import { onConnection } from '@/ops/postgres/onConnection';
import { alterTable } from './alterTable';
import { lockTables, isDistributed, NOT_ALONE, nodeContents, readCatalog, type NodeContents } from './distribute';
import { rowSecurity } from './planDistribution';

/**
 * Returns what each node holds afterwards. `url` is the owner's, on the coordinator. Throws AppError `invalid_input` if the tables are not
 * distributed, and `conflict` if they are being changed. However it ends, it puts row-level security back, and names the tables where that did
 * not succeed; if the command itself is killed, `distribute` does that.
 */
export function rebalance({ url, say }: { url: string; say: (line: string) => void }): Promise<{ nodes: readonly NodeContents[] }> {
  return onConnection(url, async (client) => {
    if (!(await isDistributed(client)))
      throw new AppError(
        'invalid_input',
        'The tables of this database are all on one node. Distribute them first: npm run admin -- distribute.',
      );
    if (!(await lockTables(client))) throw new AppError('conflict', NOT_ALONE);
    const forced = (await readCatalog(client)).filter(({ isRowSecurityForced }) => isRowSecurityForced).map(({ name }) => name);
    client.on('notice', ({ message = '' }) => say(message));
    const opened: string[] = [];
    try {
      say('exempting the owner from row-level security …');
      for (const name of forced) {
        await alterTable(client, rowSecurity(name, 'no force'));
        opened.push(name);
      }
      say('moving …');
      await client.query(`select rebalance_table_shards(shard_transfer_mode => 'force_logical')`);
    } finally {
      say('ending the exemption …');
      await forceEach(client, opened);
    }
    return { nodes: await nodeContents(client) };
  });
}

async function forceEach(client: Client, tables: readonly string[]): Promise<void> {
  const failed: string[] = [];
  for (const name of tables)
    await alterTable(client, rowSecurity(name, 'force')).catch((error: Error) => failed.push(`${name} (${error.message})`));
  if (failed.length > 0)
    throw new AppError(
      'conflict',
      `Row-level security does not apply to the owner of these tables now: ${failed.join(', ')}. Repeat npm run admin -- distribute, which puts it back.`,
    );
}
