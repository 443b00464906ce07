/** A Citus that somebody provided for tests: its nodes, and databases that are distributed over all of them. */
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { type LoginPasswords, makeLogins } from '@/ops/postgres/databaseRoles';
import { distribute } from '@/ops/distribution/distribute';
import { migrate } from '@/ops/postgres/migrate';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import { connected } from '@/test/connected';

interface Node {
  host: string;
  port: number;
}

export interface CitusCluster {
  /** The URL of a database on the coordinator that has the extension and all nodes, as a superuser. */
  url: string;
  /** The address at which the nodes reach the coordinator, if it is registered. */
  coordinator: Node | null;
  workers: readonly Node[];
  /** Another node to which statements can be sent; null if none was named. */
  secondEntry: string | null;
  passwords: LoginPasswords;
  /** How the names of this run's databases begin. */
  prefix: string;
  /** The distributed database that others are copies of. */
  template: string;
}

export interface SpreadDatabase {
  addresses: DatabaseAddresses & { owner: string };
  administratorUrl: string;
  /** The same database through the second entry node; null if there is none. */
  secondEntry: DatabaseAddresses | null;
  drop(): Promise<void>;
}

const OLDEST = 12;
/** Many more shards per table would only cost time here. */
const SHARDS = 4;
/** This comment marks logins that tests may change. */
const MARK = 'Made for tests of Faultline; any run of them may change its password.';

function withName(url: string, name: string): string {
  const there = new URL(url);
  there.pathname = `/${name}`;
  return there.href;
}

function onNode(url: string, { host, port }: Node): string {
  const there = new URL(url);
  there.hostname = host.includes(':') ? `[${host}]` : host;
  there.port = String(port);
  return there.href;
}

function asLogin(url: string, kind: keyof LoginPasswords, passwords: LoginPasswords): string {
  const there = new URL(url);
  there.username = `faultline_${kind}`;
  there.password = passwords[kind];
  return there.href;
}

/**
 * Reads the nodes of the Citus at `url`, and checks that tests may use it. Throws an Error that says what is wrong: no extension, no
 * workers that can be reached from here, or logins that another installation uses.
 */
export async function readCluster(url: string, secondEntry: string | null): Promise<CitusCluster> {
  const nodes = await connected(url, async (client) => {
    const { rows } = await client.query<{ version: string }>(`select extversion as version from pg_extension where extname = 'citus'`);
    if (rows[0] === undefined || Number.parseInt(rows[0].version, 10) < OLDEST)
      throw new Error(`The database of TEST_CITUS_URL has no Citus ${OLDEST} or newer: create the extension there and add the nodes.`);
    await assertLoginsAreOurs(client);
    const { rows: found } = await client.query<Node & { isCoordinator: boolean }>(
      `select nodename::text as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node where isactive and noderole = 'primary' order by groupid, nodename, nodeport`,
    );
    return found;
  });
  const [coordinator = null] = nodes.filter(({ isCoordinator }) => isCoordinator);
  const workers = nodes.filter(({ isCoordinator }) => !isCoordinator);
  if (workers.length === 0) throw new Error('The Citus of TEST_CITUS_URL has no worker: add one with citus_add_node().');
  for (const worker of workers)
    await connected(onNode(url, worker), () => Promise.resolve()).catch((error: unknown) => {
      throw new Error(
        `The node ${worker.host}:${worker.port} cannot be reached from here with the login of TEST_CITUS_URL, which creates a database on each: ${(error as Error).message}`,
      );
    });
  const names = freshNames();
  return { url, coordinator, workers, secondEntry, ...names, template: `${names.prefix}template` };
}

/** What the databases and logins of one run are called and let in by. */
export function freshNames(): Pick<CitusCluster, 'passwords' | 'prefix'> {
  const [app, owner, system] = [0, 1, 2].map(() => randomBytes(16).toString('hex')) as [string, string, string];
  return { passwords: { app, owner, system }, prefix: `faultline_test_${randomBytes(4).toString('hex')}_` };
}

/** New passwords would lock out another installation on the same servers. */
async function assertLoginsAreOurs(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select rolname::text as name from pg_roles where rolname in ('faultline_owner', 'faultline_app', 'faultline_system')
       and shobj_description(oid, 'pg_authid') is distinct from $1`,
    [MARK],
  );
  if (rows.length > 0)
    throw new Error(
      `The server at ${client.host}:${client.port} has the login ${rows[0]?.name} already, so another installation may use it. Tests and benchmarks set a password for it: give them a server of their own.`,
    );
}

/** Marks the logins on this server as being for tests. `client` is a superuser. */
export async function markLogins(client: Client): Promise<void> {
  for (const kind of ['owner', 'app', 'system']) await client.query(`comment on role faultline_${kind} is '${MARK}'`);
}

/** A URL for each node. */
export function nodesOf({ url, workers }: CitusCluster): string[] {
  return [url, ...workers.map((worker) => onNode(url, worker))];
}

/** Drops what a run has created, on every node. */
export async function dropAll(cluster: CitusCluster): Promise<void> {
  for (const node of nodesOf(cluster))
    await connected(node, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'select datname::text as name from pg_database where starts_with(datname, $1)',
        [cluster.prefix],
      );
      for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
    });
}

/**
 * Creates a migrated database whose tables are distributed over the nodes, for others to be copied from. Distributing takes half a minute;
 * a copy of every node's part has the same tables in the same places.
 */
export async function createTemplate(cluster: CitusCluster): Promise<void> {
  const { url, coordinator, workers, passwords, template: name } = cluster;
  const nodes = nodesOf(cluster);
  for (const node of nodes) await createAlone(node, name);
  for (const node of nodes) await connected(withName(node, name), (client) => client.query('create extension if not exists citus'));
  await connected(withName(url, name), async (client) => {
    if (coordinator !== null) await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port]);
    await client.query('begin');
    await makeLogins(client, passwords);
    await markLogins(client);
    await client.query('alter role faultline_backup login');
    await client.query('commit');
    await client.query(`alter database ${name} set citus.shard_count = ${SHARDS}`);
  });
  for (const node of nodes) await connected(node, (client) => client.query(`alter database ${name} owner to faultline_owner`));
  const { owner, ...serving } = addressesOf(cluster, url, name);
  const silent = (): void => undefined;
  await migrate({ url: owner, isSingleLogin: false, log: silent });
  await distribute({ url: owner, serving, isDryRun: false, say: silent });
  for (const node of nodes) await connected(node, (client) => client.query(`alter database ${name} allow_connections false`));
}

/** An empty, migrated database on one server, for comparison; the caller drops it. `url` is a superuser's. */
export async function createPlainDatabase(
  url: string,
  { passwords, prefix }: Pick<CitusCluster, 'passwords' | 'prefix'>,
): Promise<SpreadDatabase> {
  const name = `${prefix}${randomBytes(8).toString('hex')}`;
  await connected(url, assertLoginsAreOurs);
  await createAlone(url, name);
  await connected(withName(url, name), async (client) => {
    await client.query('begin');
    await makeLogins(client, passwords);
    await markLogins(client);
    await client.query('commit');
    await client.query(`alter database ${name} owner to faultline_owner`);
  });
  const addresses = addressesOf({ passwords }, url, name);
  await migrate({ url: addresses.owner, isSingleLogin: false, log: () => undefined });
  const drop = (): Promise<void> =>
    connected(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));
  return { addresses, administratorUrl: withName(url, name), secondEntry: null, drop };
}

/** Newer ones create it on every node at once if they are set to. */
function createAlone(node: string, name: string, options = ''): Promise<void> {
  return connected(node, async (client) => {
    await client.query('set citus.enable_create_database_propagation = off');
    await client.query(`create database ${name} ${options}`);
  });
}

function addressesOf({ passwords }: Pick<CitusCluster, 'passwords'>, entry: string, name: string): SpreadDatabase['addresses'] {
  const of = (kind: keyof LoginPasswords): string => asLogin(withName(entry, name), kind, passwords);
  return { app: of('app'), system: of('system'), owner: of('owner'), isSingleLogin: false };
}

/** A new copy of the template. */
export async function createSpreadDatabase(cluster: CitusCluster): Promise<SpreadDatabase> {
  const { url, secondEntry, prefix, template } = cluster;
  const name = `${prefix}${randomBytes(8).toString('hex')}`;
  const nodes = nodesOf(cluster);
  const drop = async (): Promise<void> => {
    for (const node of nodes) await connected(node, (client) => client.query(`drop database if exists ${name} with (force)`));
  };
  try {
    await Promise.all(nodes.map((node) => copyTemplate(node, template, name)));
  } catch (error) {
    await drop();
    throw error;
  }
  return {
    addresses: addressesOf(cluster, url, name),
    administratorUrl: withName(url, name),
    secondEntry: secondEntry === null ? null : addressesOf(cluster, secondEntry, name),
    drop,
  };
}

async function copyTemplate(node: string, template: string, name: string): Promise<void> {
  // The extension keeps a process in each database.
  await connected(node, (client) => client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [template]));
  await createAlone(node, name, `template ${template} strategy file_copy owner faultline_owner`);
  await connected(node, (client) => client.query(`alter database ${name} set citus.propagate_set_commands = 'local'`));
}
