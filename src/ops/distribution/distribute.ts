/**
 * Spreads the tables of an installation over the nodes of a Citus cluster, or says what that would take. Everything is checked before
 * anything is changed. Safe to interrupt and to repeat: tables that are already in place stay there.
 */
import type { Client, Pool } from 'pg';
import { AppError } from '@/domain/errors';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import { DatabaseNotReady } from '@/ops/postgres/databaseRoles';
import { onConnection } from '@/ops/postgres/onConnection';
import { alterTable } from './alterTable';
import { faultsIn, isForcing, planDistribution, planRetreat, type CatalogTable, type PlacedTable, type Step } from './planDistribution';
import { askNodes, faultsOfLogins, faultsOfNodes } from './survey';
import { LOCAL_TABLES, REFERENCE_TABLES } from './tables';

/** What one node holds. */
export interface NodeContents {
  /** With its port. */
  node: string;
  isCoordinator: boolean;
  /** How many parts of the landscape's tables it has. */
  shards: number;
  bytes: number;
}

export interface Distribution {
  /** True if the steps were carried out, false if they are only planned. */
  isDone: boolean;
  /** Whether the server can distribute tables. */
  isCitus: boolean;
  steps: readonly Step[];
  /** What has to be mended before anything can be moved; not empty only in a dry run. */
  faults: readonly string[];
  /** Where each table is now; empty on a server without distribution. */
  tables: readonly PlacedTable[];
  nodes: readonly NodeContents[];
}

export interface DistributeOptions {
  /** With the login that owns the tables. */
  url: string;
  /** The logins of the service, which every node must let in. */
  serving: DatabaseAddresses;
  /** Only say what would be done. */
  isDryRun: boolean;
  say: (line: string) => void;
}

const PLAIN =
  'This is a plain PostgreSQL, whose tables are all on one node. Spreading them takes Citus 12 or newer: install it on every node, create the ' +
  'extension in this database, add the nodes, and repeat. With --dry-run you see what it would do.';
const SINGLE_LOGIN = 'DATABASE_SINGLE_LOGIN=1 works only with a single database server: give this installation its three logins first.';

/**
 * Throws AppError `invalid_input` if the server is not a Citus cluster (except for a dry run), and `conflict` with all that prevents the
 * distribution, or with the table at which it stopped.
 */
export function distribute({ url, serving, isDryRun, say }: DistributeOptions): Promise<Distribution> {
  return onConnection(url, async (client) => {
    const isCitus = await hasCitus(client);
    if (!isCitus && !isDryRun) throw new AppError('invalid_input', PLAIN);
    const state = await readState(client, isCitus);
    const faults = [...(isCitus ? await faultsOfCluster(client, url, serving) : []), ...faultsIn(state.tables, state.placed)];
    if (!isDryRun && !(await lockTables(client))) throw new AppError('conflict', NOT_ALONE);
    if (faults.length > 0 && !isDryRun)
      throw new AppError('conflict', `Nothing was changed. First fix this:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    const steps = faults.length > 0 ? [] : isDryRun ? plan(state) : await carryOut(client, say);
    const now = isCitus ? { tables: await placedTables(client), nodes: await nodeContents(client) } : { tables: [], nodes: [] };
    return { isDone: !isDryRun, isCitus, steps, faults, ...now };
  });
}

/** Any fixed number works, as long as no other program uses it on the same database. */
const ADVISORY_LOCK = 4_625_018_234;
export const NOT_ALONE = 'Another distribute, rebalance or upgrade is changing the tables. Wait until it has finished, then repeat.';

/** False if somebody else is changing where tables are, or what they are; otherwise nobody else can begin to until this connection ends. */
export async function lockTables(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isHeld: boolean }>('select pg_try_advisory_lock($1) as "isHeld"', [ADVISORY_LOCK]);
  return rows[0]?.isHeld === true;
}

interface State {
  tables: CatalogTable[];
  placed: PlacedTable[];
}

async function readState(client: Client, isCitus: boolean): Promise<State> {
  return { tables: await readCatalog(client), placed: isCitus ? await placedTables(client) : [] };
}

function plan({ tables, placed }: State): Step[] {
  const retreat = planRetreat(tables, placed);
  return [...(retreat === null ? [] : [retreat]), ...planDistribution(tables, placed)];
}

/** Each retreat brings back more than its own table, so the state is read again after it. */
async function carryOut(client: Client, say: (line: string) => void): Promise<Step[]> {
  const done: Step[] = [];
  for (;;) {
    const { tables, placed } = await readState(client, true);
    const retreat = planRetreat(tables, placed);
    const steps = retreat === null ? planDistribution(tables, placed) : [retreat];
    await run(client, steps, say);
    done.push(...steps);
    if (retreat === null) return done;
  }
}

/**
 * Call it at the end of a migration: distributes new tables if the others are already distributed. Does nothing on any other server. Tables
 * that are exempt from row-level security stay so, because a replica that starts meanwhile must not stop `rebalance`.
 */
export async function distributeNewTables(client: Client, log: (line: string) => void): Promise<void> {
  if (!(await isDistributed(client))) return;
  const placed = await placedTables(client);
  const tables = await readCatalog(client);
  const faults = faultsIn(tables, placed);
  if (faults.length > 0) throw new AppError('conflict', faults.join('\n'));
  await run(
    client,
    planDistribution(tables, placed).filter((step) => !isForcing(step)),
    log,
  );
}

/**
 * Call it before a migration: a distributed database changes its tables only with these settings. Does nothing on any other server. Throws
 * DatabaseNotReady while tables are distributed or moved.
 */
export async function prepareForMigration(client: Client): Promise<void> {
  if (!(await isDistributed(client))) return;
  if (!(await lockTables(client)))
    throw new DatabaseNotReady('Tables are being distributed or moved. Wait until that has finished, then start this version again.');
  for (const setting of SETTINGS) await client.query(setting);
}

/** Whether the tables of this installation already stand on several nodes. */
export async function isDistributed(client: Client): Promise<boolean> {
  return (await hasCitus(client)) && (await placedTables(client)).some(({ name, kind }) => name === 'tenant' && kind === 'distributed');
}

async function hasCitus(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`select 1 from pg_extension where extname = 'citus'`);
  return rowCount === 1;
}

async function faultsOfCluster(client: Client, url: string, serving: DatabaseAddresses): Promise<string[]> {
  if (serving.isSingleLogin) return [SINGLE_LOGIN];
  const faults = faultsOfNodes(await askNodes(client));
  return faults.length > 0 ? faults : faultsOfLogins(url, serving);
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

export async function nodeContents(client: Client): Promise<NodeContents[]> {
  const { rows } = await client.query<NodeContents>(
    `select n.nodename || ':' || n.nodeport as node, n.groupid = 0 as "isCoordinator",
       count(*) filter (where s.citus_table_type = 'distributed')::int as shards, coalesce(sum(s.shard_size), 0)::float8 as bytes
     from pg_dist_node n left join citus_shards s on s.nodename = n.nodename and s.nodeport = n.nodeport
     where n.noderole = 'primary' group by n.groupid, n.nodename, n.nodeport order by n.groupid`,
  );
  return rows;
}

/**
 * Tables stay as they are for those that no other node may hold: only keys of tenants lead from table to table. And a transaction uses one
 * connection to each node, which several changes in it need.
 */
const SETTINGS = ['set citus.enable_local_reference_table_foreign_keys = off', `set citus.multi_shard_modify_mode = 'sequential'`];

async function run(client: Client, steps: readonly Step[], say: (line: string) => void): Promise<void> {
  if (steps.length === 0) return;
  // Otherwise a transaction would be bound to its tenant only on the first node.
  await client.query(
    `do $$ begin execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database()); end $$`,
  );
  for (const setting of SETTINGS) await client.query(setting);
  // It works on a single node alone, and only replicas of the version before read it.
  await client.query('drop view if exists "member"');
  for (const step of steps) {
    const { table, statements } = step;
    say(`${table}: ${isForcing(step) ? 'row-level security for its owner' : placeOf(table)} …`);
    await runStep(client, table, statements);
  }
}

function placeOf(table: string): string {
  if (LOCAL_TABLES.includes(table)) return 'on the coordinator, for every node';
  return REFERENCE_TABLES.includes(table) ? 'onto every node' : 'beside its tenants';
}

/** Each statement by itself: a table whose rows were just moved cannot be altered before that is committed. */
async function runStep(client: Client, table: string, statements: readonly string[]): Promise<void> {
  try {
    // The service may be using a table that is already in its place.
    for (const statement of statements)
      await (statement.startsWith('alter table') ? alterTable(client, statement) : client.query(statement));
  } catch (error) {
    throw new AppError(
      'conflict',
      `${table} could not be moved: ${(error as Error).message}. What was moved before it stays moved. Fix this, then repeat.`,
    );
  }
}
