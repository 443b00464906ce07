/**
 * Spreads the tables of an installation over the nodes of a Citus cluster, or says what that would take. Safe to repeat: tables that are
 * already in place stay there.
 */
import { Client, type Pool } from 'pg';
import { AppError } from '@/domain/errors';
import { planDistribution, unlisted, type CatalogTable, type PlacedTable, type Step } from './planDistribution';
import { LOCAL_TABLES, REFERENCE_TABLES } from './tables';

export interface Distribution {
  /** True if the steps were carried out, false if they are only planned. */
  isDone: boolean;
  /** Whether the server can distribute tables. */
  isCitus: boolean;
  steps: readonly Step[];
  /** Where each table is now; empty on a server without distribution. */
  tables: readonly PlacedTable[];
}

export interface DistributeOptions {
  /** With the login that owns the tables. */
  url: string;
  /** Only say what would be done. */
  isDryRun: boolean;
  say: (line: string) => void;
}

const PLAIN =
  'This is a plain PostgreSQL, whose tables stand on one node and stay there. Spreading them takes Citus 12 or newer: install it on every node, create the ' +
  'extension in this database, add the nodes, and repeat. With --dry-run you see what it would do.';

/**
 * Throws AppError `invalid_input` if the server is not a Citus cluster (except for a dry run), and `conflict` if something prevents the
 * distribution.
 */
export async function distribute({ url, isDryRun, say }: DistributeOptions): Promise<Distribution> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const isCitus = await hasCitus(client);
    if (!isCitus && !isDryRun) throw new AppError('invalid_input', PLAIN);
    const steps = await missingSteps(client, isCitus);
    if (!isDryRun) await run(client, steps, say);
    return { isDone: !isDryRun, isCitus, steps, tables: isCitus ? await placedTables(client) : [] };
  } finally {
    await client.end();
  }
}

/** Call it at the end of a migration: distributes new tables if the others are already distributed. Does nothing on any other server. */
export async function distributeNewTables(client: Client, log: (line: string) => void): Promise<void> {
  if (!(await hasCitus(client))) return;
  if (!(await placedTables(client)).some(({ name, kind }) => name === 'tenant' && kind === 'distributed')) return;
  await run(client, await missingSteps(client, true), log);
}

async function hasCitus(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rowCount === 1;
}

async function missingSteps(client: Client, isCitus: boolean): Promise<Step[]> {
  try {
    const tables = await readCatalog(client);
    const unknown = unlisted(
      tables.map(({ name }) => name),
      LOCAL_TABLES,
    );
    if (unknown.length > 0)
      throw new Error(`Nobody said where ${unknown.join(', ')} belongs: it is in no list of src/ops/distribution/tables.ts.`);
    return planDistribution(tables, isCitus ? await placedTables(client) : []);
  } catch (error) {
    if (error instanceof Error && (error as { code?: string }).code === undefined) throw new AppError('conflict', error.message);
    throw error;
  }
}

/** All tables of the schema with the targets of their foreign keys. */
export async function readCatalog(client: Client | Pool): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(
    `select c.relname::text as name, c.relforcerowsecurity as "isRowSecurityForced",
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
       array(select distinct t.relname::text from pg_constraint k join pg_class t on t.oid = k.confrelid where k.conrelid = c.oid and k.contype = 'f' order by 1) as references
     from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by 1`,
  );
  return rows;
}

async function placedTables(client: Client): Promise<PlacedTable[]> {
  const { rows } = await client.query<PlacedTable>(
    `select c.relname::text as name, t.colocation_id::int as colocation, nullif(t.distribution_column, '<none>') as "column",
       case t.citus_table_type when 'distributed' then 'distributed' when 'reference' then 'reference' else 'local' end as kind
     from citus_tables t join pg_class c on c.oid = t.table_name where c.relnamespace = current_schema()::regnamespace order by 1`,
  );
  return rows.map((row) => ({ ...row, column: row.column?.replaceAll('"', '') ?? null }));
}

/** Each table in a separate transaction, so that a later failure does not undo it. */
async function run(client: Client, steps: readonly Step[], say: (line: string) => void): Promise<void> {
  if (steps.length === 0) return;
  // Otherwise a transaction would be bound to its tenant only on the first node.
  await client.query(
    `do $$ begin execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database()); end $$`,
  );
  for (const { table, statements } of steps) {
    say(`${table}: ${REFERENCE_TABLES.includes(table) ? 'onto every node' : 'beside its tenants'} …`);
    await client.query('begin');
    try {
      for (const statement of statements) await client.query(statement);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new AppError(
        'conflict',
        `${table} could not be moved: ${(error as Error).message}. What was moved before it stays; mend this and repeat.`,
      );
    }
  }
}
