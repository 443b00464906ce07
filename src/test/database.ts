/** The database of one test file: a fresh copy of the migrated schema, opened as the server opens it, and dropped afterwards. */
import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, inject } from 'vitest';
import { type InstallationAddresses, stateAddresses } from '@/ops/postgres/installationAddresses';
import { migrate } from '@/ops/postgres/migrate';
import { bySingleLogin, type DatabaseAddresses } from '@/server/db/databaseAddresses';
import { type Database, openDatabase } from '@/server/db/database';
import { createSpreadDatabase, type SpreadDatabase } from '@/lab/citus/cluster';
import { connected } from './connected';

/** All logins of a copy. */
export type TestAddresses = InstallationAddresses & { owner: string };

export interface TestDatabase {
  /** With exactly the rights of the server. */
  readonly database: Database;
  /** Of the copy, for tests that open their own connections. */
  readonly addresses: TestAddresses;
  /** Connections with the login that owns the tables, to arrange or inspect data without going through the server. */
  readonly owner: Pool;
  /** With a login that may also end connections of the others. */
  readonly administratorUrl: string;
  /** The same database through another node of a Citus; null if there is none. */
  readonly secondEntry: DatabaseAddresses | null;
}

async function maintain(sql: string): Promise<void> {
  await connected(inject('maintenanceUrl'), (client) => client.query(sql));
}

const NOT_ALLOWED = '42501';
const IN_USE = '55006';
/** Each attempt without force waits five seconds. */
const ATTEMPTS = 6;

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

/**
 * With force, open connections are ended. But an autovacuum worker belongs to the system: it cannot be ended by us, and only yields to an
 * attempt without force. So attempts with and without force alternate.
 */
async function dropDatabase(name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await maintain(`drop database if exists ${name} with (force)`);
    } catch (error) {
      if (codeOf(error) !== NOT_ALLOWED) throw error;
    }
    try {
      return await maintain(`drop database if exists ${name}`);
    } catch (error) {
      if (codeOf(error) !== IN_USE || attempt === ATTEMPTS) throw error;
    }
  }
}

function onDatabase(url: string, name: string): string {
  const there = new URL(url);
  there.pathname = `/${name}`;
  return there.href;
}

/** An ended pool does not wait for its connections to close, and dropping the database breaks those that are still open. */
function ownerPool(url: string): Pool {
  const pool = new Pool({ connectionString: url, max: 4, application_name: 'faultline test' });
  return pool.on('error', () => undefined);
}

export interface CreatedDatabase extends SpreadDatabase {
  /** With the owner's login. */
  url: string;
}

/** An empty, migrated database for part of a test; the caller drops it. On a Citus, its tables are distributed over the nodes. */
export async function createTestDatabase(): Promise<CreatedDatabase> {
  const citus = inject('citus');
  if (citus !== null) {
    const spread = await createSpreadDatabase(citus);
    return { ...spread, url: spread.addresses.owner };
  }
  const name = `faultline_test_${randomBytes(8).toString('hex')}`;
  const template = inject('template');
  const owner = new URL(template.owner);
  await maintain(`create database ${name} template ${owner.pathname.slice(1)} owner ${owner.username}`);
  const [app, system, url] = [template.app, template.system, template.owner].map((address) => onDatabase(address, name)) as [
    string,
    string,
    string,
  ];
  const addresses = { app, system, owner: url, isSingleLogin: template.isSingleLogin };
  const administratorUrl = onDatabase(inject('maintenanceUrl'), name);
  return { url, addresses, administratorUrl, secondEntry: null, drop: () => dropDatabase(name) };
}

/** After this many files, statements that look across tenants take longer than a fresh database would. */
const MOST_FILES = 10;

/** The database that some files of this worker share: what they do is behind the wall of tenants of their own. The last goes with its server. */
let shared: { created: Promise<CreatedDatabase>; files: number } | null = null;

/**
 * Call it at the top of a test file: `const { database } = await useTestDatabase();`. In this file, `database()` of server/db/database.ts returns
 * the same. Other files have left tenants in it: a test that looks across tenants, or changes roles or the schema, uses `useOwnDatabase`.
 */
export async function useTestDatabase(poolSize = 8): Promise<TestDatabase> {
  // On a named server, nothing else would drop it.
  if (!inject('isServerOurs') && inject('citus') === null) return useOwnDatabase(poolSize);
  shared ??= { created: createTestDatabase(), files: 0 };
  const { created } = shared;
  shared.files += 1;
  if (shared.files === MOST_FILES) shared = null;
  return openFor(await created, poolSize, () => Promise.resolve());
}

/** The same in a fresh database, which is dropped after the file. */
export async function useOwnDatabase(poolSize = 8): Promise<TestDatabase> {
  const created = await createTestDatabase();
  return openFor(created, poolSize, () => created.drop());
}

function openFor({ addresses, administratorUrl, secondEntry }: CreatedDatabase, poolSize: number, drop: () => Promise<void>): TestDatabase {
  stateAddresses({ ...addresses, owner: null }, process.env);
  // A session exists on one node only.
  const database = openDatabase(addresses, poolSize, inject('citus') === null ? 'session' : 'transaction');
  const owner = ownerPool(addresses.owner);
  afterAll(async () => {
    await database.close();
    await owner.end();
    await drop();
  });
  return { database, addresses, owner, administratorUrl, secondEntry };
}

/** The same with a single login, which owns the tables and acts as the other roles. On a Citus its tables stay on one node: roles without a login cannot reach another. */
export async function useSingleLoginDatabase(poolSize = 8): Promise<TestDatabase> {
  if (inject('template').isSingleLogin) return useOwnDatabase(poolSize);
  const name = `single_login_${randomBytes(8).toString('hex')}`;
  const password = randomBytes(16).toString('hex');
  await maintain(`create role ${name} login createrole password '${password}'`);
  await maintain(`grant faultline_app, faultline_system, faultline_backup to ${name}`);
  await maintain(`create database ${name} owner ${name}`);
  const url = new URL(onDatabase(inject('maintenanceUrl'), name));
  Object.assign(url, { username: name, password });
  await migrate({ url: url.href, isSingleLogin: true, log: () => undefined });
  const addresses = { ...bySingleLogin(url.href), owner: url.href };
  const database = openDatabase(addresses, poolSize);
  const owner = ownerPool(url.href);
  afterAll(async () => {
    await database.close();
    await owner.end();
    await dropDatabase(name);
    await maintain(`drop role ${name}`);
  });
  return { database, addresses, owner, administratorUrl: onDatabase(inject('maintenanceUrl'), name), secondEntry: null };
}
