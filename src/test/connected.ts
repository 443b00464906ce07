/** One connection for one piece of work. */
import { Client } from 'pg';

/** Connects to `url`, runs `work` and disconnects, even if it fails. Returns the result of `work`. */
export async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
