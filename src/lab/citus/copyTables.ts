/** Copies the rows of an installation to another database with the same tables, wherever those stand. */
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { quoteName } from '@/ops/backup/catalog';
import { readCatalog } from '@/ops/distribution/distribute';
import { planDistribution } from '@/ops/distribution/planDistribution';
import { LOCAL_TABLES } from '@/ops/distribution/tables';
import { connected } from '@/test/connected';

/** All tables with rows of tenants and people, each after those that it refers to. `client` may be anybody who can read the catalog. */
export async function tablesInOrder(client: Client): Promise<string[]> {
  return planDistribution(await readCatalog(client), [])
    .map(({ table }) => table)
    .filter((table) => !LOCAL_TABLES.includes(table));
}

/** The columns that can be written. */
export async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quoteName(table)],
  );
  return rows.map(({ name }) => name);
}

/** Both URLs are superusers', whom no row-level security binds. */
export async function copyTables(fromUrl: string, toUrl: string): Promise<void> {
  await connected(fromUrl, (from) =>
    connected(toUrl, async (to) => {
      for (const table of await tablesInOrder(from)) {
        const columns = (await columnsOf(from, table)).map(quoteName).join(', ');
        const name = `${quoteName(table)} (${columns})`;
        await pipeline(from.query(copyTo(`copy ${name} to stdout`)), to.query(copyFrom(`copy ${name} from stdin`)));
      }
    }),
  );
}
