/** Lets an administrator work on rows of all tenants, in one transaction during which nobody else can read them. */
import type { Client } from 'pg';
import { quoteName, readTables } from './catalog';

/**
 * Runs `work` while row-level security does not apply to the owner of the tables. Call it inside a transaction: each table is locked until
 * the transaction ends, and after a failure the rollback restores row-level security.
 */
export async function withoutForcedRowSecurity<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const forced = (await readTables(client)).filter((table) => table.isRowSecurityForced).map(({ name }) => quoteName(name));
  for (const name of forced) await client.query(`alter table ${name} no force row level security`);
  const result = await work();
  // A table cannot be altered while deferred checks are pending.
  await client.query('set constraints all immediate');
  for (const name of forced) await client.query(`alter table ${name} force row level security`);
  return result;
}
