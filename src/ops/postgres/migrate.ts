/**
 * Brings a database to the present schema: creates its roles, then applies missing migrations. Several replicas may call it at the same
 * time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { NEWEST_MIGRATION } from '@generated/thisVersion';
import { applyMigration } from './applyMigration';
import { checkLogins, DatabaseNotReady, ensureTakenOnRoles } from './databaseRoles';
import { distributeNewTables, prepareForMigration } from '@/ops/distribution/distribute';
import { appliedChecksums, hasRecords, isUnedited, type Migration, readMigrations, RECORDS_TABLE } from './migrations';
import { onConnection } from './onConnection';
import { newerMigrations, wordsOfNewer } from '@/server/observability/release';

export interface MigrateOptions {
  /** With the login that owns the tables, or will own them. */
  url: string;
  /** Whether there is only one login, which acts as all roles. */
  isSingleLogin: boolean;
  log: (line: string) => void;
  /** Whether to go on, with a warning, if the database has migrations of a newer version; otherwise that is refused. */
  mayBeNewer?: boolean;
  /** Those of this version, unless a test needs others. */
  migrations?: readonly Migration[];
}

/** Any fixed number works, as long as no other program uses it on the same database. */
export const ADVISORY_LOCK = 4_625_018_233;
const OLDEST_SERVER = 140_000;
const NO_SUCH_TABLE = '42P01';

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  if (rows[0] !== undefined && rows[0].number < OLDEST_SERVER)
    throw new DatabaseNotReady(`The database is PostgreSQL ${rows[0].version}; Faultline needs 14 or newer.`);
}

/** Backups must also be able to read tables that later migrations create, whoever created the earlier ones. */
async function settleDefaultPrivileges(client: Client): Promise<void> {
  await client.query(`do $$ begin
    execute format('alter default privileges in schema %I grant select on tables to faultline_backup', current_schema());
    execute format('alter default privileges in schema %I grant select on sequences to faultline_backup', current_schema());
  end $$`);
}

/** New tables must not have statistics about tenants either; see the file. */
async function settlePlans(client: Client): Promise<void> {
  const path = join(process.cwd(), 'prisma', 'sql', 'tenantStatistics.sql');
  if (existsSync(path)) await client.query(readFileSync(path, 'utf8'));
}

/** Nobody wants the tables of Faultline among those of something else. */
async function assertEmptySchema(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') order by 1 limit 1`,
  );
  const [table] = rows;
  if (table === undefined) return;
  throw new DatabaseNotReady(
    `The database has tables, such as "${table.name}", but no record of migrations. Faultline needs a database, or a schema, of its own.`,
  );
}

/**
 * Earlier versions recorded that a migration was begun before they applied it. If they were killed in between, or the database refused it,
 * nothing but that record is left, and Prisma's tools refuse to continue with it.
 */
async function forgetInterrupted(client: Client): Promise<void> {
  await client.query('delete from _prisma_migrations where finished_at is null and rolled_back_at is null');
}

/**
 * What the database was built with stays, whatever the file says now. Refusing to start would help nobody, since the record cannot be made
 * to agree without pretending; so the difference is named, as `prisma migrate` names it.
 */
function nameEdited(migrations: readonly Migration[], applied: ReadonlyMap<string, string>, log: (line: string) => void): void {
  for (const { name, sql } of migrations) {
    const checksum = applied.get(name);
    if (checksum !== undefined && !isUnedited(sql, checksum)) log(`The migration ${name} was modified after this database applied it.`);
  }
}

/** Other programs keep such records too. */
function assertOwnRecords(applied: readonly string[], known: ReadonlySet<string>): void {
  const [first] = applied;
  if (first === undefined || applied.some((name) => known.has(name))) return;
  throw new DatabaseNotReady(
    `The database belongs to another program: it records migrations, such as ${first}, and none of Faultline's. Faultline needs a database, or a schema, of its own.`,
  );
}

/** What a newer version has written, this one may misread or overwrite. Throws DatabaseNotReady with the names of those migrations. */
function refuseNewer(newer: readonly string[], mayBeNewer: boolean, log: (line: string) => void): void {
  if (newer.length === 0) return;
  if (mayBeNewer) return log(`Warning: ${wordsOfNewer(newer)}`);
  throw new DatabaseNotReady(
    `${wordsOfNewer(newer)} Start that version, or restore the backup from before the upgrade. To start this one all the same, set ALLOW_NEWER_SCHEMA=1.`,
  );
}

async function applyMissing(
  client: Client,
  { migrations = readMigrations(), mayBeNewer = false, log }: Pick<MigrateOptions, 'migrations' | 'mayBeNewer' | 'log'>,
): Promise<string[]> {
  const isNew = !(await hasRecords(client));
  if (isNew) await assertEmptySchema(client);
  const applied = isNew ? new Map<string, string>() : await appliedChecksums(client);
  const known = new Set(migrations.map(({ name }) => name));
  assertOwnRecords([...applied.keys()], known);
  refuseNewer([...applied.keys()].filter((name) => !known.has(name)).sort(), mayBeNewer, log);
  nameEdited(migrations, applied, log);
  const missing = migrations.filter(({ name }) => !applied.has(name));
  if (missing.length === 0) return [];
  log(`migrating the database (${missing.length} ${missing.length === 1 ? 'step' : 'steps'}) …`);
  await prepareForMigration(client);
  await (isNew ? client.query(RECORDS_TABLE) : forgetInterrupted(client));
  for (const migration of missing) await applyMigration(client, migration);
  return missing.map(({ name }) => name);
}

/**
 * Applies roles, migrations and the settings that keep query plans stable; returns the names of the applied migrations. One replica does
 * this; the others wait and find it done. Throws DatabaseNotReady with what an administrator must do.
 */
export function migrate(options: MigrateOptions): Promise<string[]> {
  const { url, isSingleLogin, log } = options;
  return onConnection(url, async (client) => {
    await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await (isSingleLogin ? ensureTakenOnRoles(client) : checkLogins(client));
    await settleDefaultPrivileges(client);
    const applied = await applyMissing(client, options);
    await settlePlans(client);
    await distributeNewTables(client, log);
    return applied;
  });
}

/** Whether the database at `url`, the app's URL, has the schema of this version. Throws DatabaseNotReady if it has that of a newer one. */
export async function isMigrated({ url, log, mayBeNewer = false }: Pick<MigrateOptions, 'url' | 'mayBeNewer' | 'log'>): Promise<boolean> {
  return onConnection(url, async (client) => {
    try {
      const { rowCount } = await client.query(
        'select from _prisma_migrations where migration_name = $1 and finished_at is not null and rolled_back_at is null',
        [NEWEST_MIGRATION],
      );
      if ((rowCount ?? 0) === 0) return false;
      refuseNewer(await newerMigrations(client), mayBeNewer, log);
      return true;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === NO_SUCH_TABLE || code === '42501') return false;
      throw error;
    }
  });
}
