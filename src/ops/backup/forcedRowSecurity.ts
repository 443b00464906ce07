/** Lets an administrator work on rows of all tenants, in one transaction during which nobody else can read them. */
import type { Client } from 'pg';
import { quoteName } from './catalog';

/** Of whatever version the schema is: those that the login owns, so that it can alter them. */
async function forcedTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and c.relforcerowsecurity and pg_has_role(session_user, c.relowner, 'USAGE') order by c.relname collate "C"`,
  );
  return rows.map(({ name }) => quoteName(name));
}

/**
 * Runs `work` while row-level security does not apply to the owner of the tables. Call it inside a transaction: each table is locked until
 * the transaction ends, and after a failure the rollback restores row-level security.
 */
export async function withoutForcedRowSecurity<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const forced = await forcedTables(client);
  for (const name of forced) await client.query(`alter table ${name} no force row level security`);
  const result = await work();
  // A table cannot be altered while deferred checks are pending.
  await client.query('set constraints all immediate');
  for (const name of forced) await client.query(`alter table ${name} force row level security`);
  return result;
}
