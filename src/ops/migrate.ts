/**
 * Brings a database to the present schema: creates its roles, then applies missing migrations. Several replicas may call it at the same
 * time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { NEWEST_MIGRATION } from '@generated/newestMigration';
import { checkLogins, DatabaseNotReady, ensureTakenOnRoles } from '@/ops/databaseRoles';
import { distributeNewTables } from '@/ops/distribution/distribute';
import { applyMigrations, projectSchema, readMigrations, type SchemaSource } from '@/ops/schemaEngine';

export interface MigrateOptions {
  /** With the login that owns the tables, or will own them. */
  url: string;
  /** Whether there is only one login, which acts as all roles. */
  isSingleLogin: boolean;
  log: (line: string) => void;
  source?: SchemaSource;
}

/** Any fixed number works, as long as no other program uses it on the same database. */
export const ADVISORY_LOCK = 4_625_018_233;
const OLDEST_SERVER = 140_000;
const NO_SUCH_TABLE = '42P01';

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  if (rows[0] !== undefined && rows[0].number < OLDEST_SERVER) {
    throw new DatabaseNotReady(`The database is PostgreSQL ${rows[0].version}; Faultline needs 14 or newer.`);
  }
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

async function missingMigrations(client: Client, source: SchemaSource): Promise<string[]> {
  const wanted = readMigrations(source).migrationDirectories.map((directory) => directory.path);
  const { rows: tables } = await client.query<{ found: string | null }>(`select to_regclass('_prisma_migrations')::text as found`);
  if (tables[0]?.found == null) return wanted;
  const { rows } = await client.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  );
  const applied = new Set(rows.map((row) => row.name));
  return wanted.filter((name) => !applied.has(name));
}

/**
 * A migration that was begun and not done has left nothing behind: it is one transaction, together with the record that it is done. Either
 * the process was killed or the database refused it, and either way it is tried again. The engine would refuse every start until somebody
 * removes the record by hand.
 */
async function forgetInterrupted(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(`select to_regclass('_prisma_migrations')::text as found`);
  if (rows[0]?.found == null) return;
  await client.query('delete from _prisma_migrations where finished_at is null and rolled_back_at is null');
}

/**
 * Applies roles, migrations and the settings that keep query plans stable; returns the names of the applied migrations. One replica does
 * this; the others wait and find it done.
 */
export async function migrate({ url, isSingleLogin, log, source = projectSchema() }: MigrateOptions): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await (isSingleLogin ? ensureTakenOnRoles(client) : checkLogins(client));
    await settleDefaultPrivileges(client);
    const missing = await missingMigrations(client, source);
    if (missing.length > 0) log(`migrating the database (${missing.length} ${missing.length === 1 ? 'step' : 'steps'}) …`);
    if (missing.length > 0) await forgetInterrupted(client);
    const applied = missing.length === 0 ? [] : await applyMigrations(url, source);
    await settlePlans(client);
    await distributeNewTables(client, log);
    return applied;
  } finally {
    await client.end();
  }
}

/** Whether the database at `url`, the app's URL, has the schema of this version. */
export async function isMigrated(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'select from _prisma_migrations where migration_name = $1 and finished_at is not null and rolled_back_at is null',
      [NEWEST_MIGRATION],
    );
    return (rowCount ?? 0) > 0;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === NO_SUCH_TABLE || code === '42501') return false;
    throw error;
  } finally {
    await client.end();
  }
}
