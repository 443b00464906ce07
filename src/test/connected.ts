/** One connection for one piece of work. */
import { Client } from 'pg';

/** Connects to `url`, runs `work` and disconnects, also where it fails. Returns what `work` does. */
export async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
