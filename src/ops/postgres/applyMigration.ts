/** Applies one migration. It is one transaction together with its record, so that a database has both or neither, whatever happens. */
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { DatabaseNotReady } from './databaseRoles';
import { checksumOf, type Migration } from './migrations';
import { inTransaction } from './onConnection';
import { statementsIn } from './statementsIn';

const RECORD = `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  values ($1, $2, $3, clock_timestamp(), 1)`;

async function currentTransaction(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ id: string | null }>('select pg_current_xact_id_if_assigned()::text as id');
  return rows[0]?.id ?? null;
}

/** "line 3: " for an error of the database that says where in the statement it is; otherwise empty. `from` is where the statement begins. */
function placeIn(sql: string, from: number, error: unknown): string {
  const position = Number((error as { position?: string }).position);
  return position > 0 ? `line ${sql.slice(0, from + position).split('\n').length}: ` : '';
}

/**
 * `client` is the owner's, outside a transaction. Throws DatabaseNotReady with the name of the migration and the words of the database;
 * nothing of the migration remains then.
 *
 * A statement that PostgreSQL refuses inside a transaction, such as CREATE INDEX CONCURRENTLY, fails like any other. A migration that ends
 * the transaction itself fails too, but what it had committed remains; the tests apply every migration, so none is released.
 */
export async function applyMigration(client: Client, { name, sql }: Migration): Promise<void> {
  let at = 0;
  try {
    await inTransaction(client, async () => {
      await client.query('select pg_current_xact_id()');
      const before = await currentTransaction(client);
      // One by one: a distributed database passes a change of its tables on as the whole message in which it came.
      for (const { from, text } of statementsIn(sql)) {
        at = from;
        await client.query(text);
      }
      if ((await currentTransaction(client)) !== before) throw new Error('it ends the transaction in which it is applied');
      await client.query(RECORD, [randomUUID(), checksumOf(sql), name]);
    });
  } catch (error) {
    throw new DatabaseNotReady(`The migration ${name} cannot be applied: ${placeIn(sql, at, error)}${(error as Error).message}`, {
      cause: error,
    });
  }
}
