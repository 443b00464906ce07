/** Work of an administrator on rows of all tenants, in one transaction during which nobody else can read them. */
import type { Client } from 'pg';
import { quoteName, readTables } from './catalog';

/**
 * Runs `work` while the owner of the tables is not bound by row-level security. Must be called inside a transaction: each table is locked until it ends,
 * and after a failure the rollback puts the wall back.
 */
export async function withoutForcedRowSecurity<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const forced = (await readTables(client)).filter((table) => table.isRowSecurityForced).map(({ name }) => quoteName(name));
  for (const name of forced) await client.query(`alter table ${name} no force row level security`);
  const result = await work();
  // Checks that wait for the end of the transaction would keep the table from being altered.
  await client.query('set constraints all immediate');
  for (const name of forced) await client.query(`alter table ${name} force row level security`);
  return result;
}
