/** A connection, or a transaction, for one piece of work. */
import { Client } from 'pg';

/** Runs `work` on a connection of its own, whose end also rolls back an open transaction. `name` is what the server calls it. */
export async function onConnection<T>(url: string, work: (client: Client) => Promise<T>, name?: string): Promise<T> {
  const client = new Client({ connectionString: url, application_name: name });
  // A statement that waits gets the connection's error; without a listener the error would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` in a transaction of `client`, which is committed if `work` succeeds. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // On a broken connection the database has rolled back by itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
