/** Several installations in one test: the command line of each, and direct access to its data. */
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { adminCommand } from '@/ops/admin/adminCommand';
import { conditionFor, readTables, tablesToBackUp } from '@/ops/backup/catalog';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import type { Database } from '@/server/db/database';
import { forgetProcessState, processState } from '@/server/processState';
import type { TestAddresses } from './database';

/** A database that a server uses, with the secret of its installation. */
export interface Installation {
  addresses: TestAddresses;
  database: Database;
  secret: string;
}

/** Makes its database the one of this process. */
export function serveFrom({ database }: Installation): void {
  for (const name of ['database', 'knownKeys', 'keyDirectory']) forgetProcessState(name);
  processState('database', () => database);
}

/** Runs `npm run admin --` with these arguments; throws its refusal. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests compare exact values
export async function admin({ addresses, secret }: Installation, ...words: string[]): Promise<any> {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', FAULTLINE_SECRET: secret };
  stateAddresses(addresses, env);
  let said = '';
  const stdout = { write: (text: string) => (said += text) };
  const code = await adminCommand([...words, '--json'], { env, stdin: Readable.from(['']), stdout, stderr: { write: () => undefined } });
  const answer = JSON.parse(said) as { error?: { message: string } };
  if (code !== 0) throw new Error(answer.error?.message);
  return answer;
}

/** Runs `work` as the role that reads every row. */
export async function inspect<T>({ addresses }: Installation, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: addresses.owner });
  await client.connect();
  try {
    await client.query('begin read only');
    await client.query('set local role faultline_backup');
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Each row of the tenant as text, by table. */
export async function rowsOf(of: Installation, tenantId: string): Promise<Record<string, string[]>> {
  const client = new Client({ connectionString: of.addresses.owner });
  await client.connect();
  try {
    const tables = tablesToBackUp(await readTables(client)).filter(({ name }) => name !== '_prisma_migrations');
    await client.query('begin read only');
    await client.query('set local role faultline_backup');
    const found: Record<string, string[]> = {};
    for (const table of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from "${table.name}" t where ${conditionFor(table, tenantId)} order by 1`,
      );
      found[table.name] = rows.map(({ row }) => row);
    }
    return found;
  } finally {
    await client.end();
  }
}

/** A digest of everything in the installation, including people and passwords. */
export function everything(of: Installation): Promise<Record<string, string>> {
  return inspect(of, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`,
    );
    const found: Record<string, string> = {};
    for (const { name } of rows) {
      const digest = await client.query<{ digest: string }>(
        `select md5(string_agg(t::text, E'\\n' order by t::text)) as digest from "${name}" t`,
      );
      found[name] = digest.rows[0]?.digest ?? '';
    }
    return found;
  });
}
