/** Brings a database to the present schema: its roles, then what is missing of the migrations. Safe to call from many replicas at once. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { applyMigrations, projectSchema, readMigrations, type SchemaSource } from '@/ops/schemaEngine';

export interface MigrateOptions {
  url: string;
  log: (line: string) => void;
  source?: SchemaSource;
}

/** A state of the database that an administrator has to change; the message says how. */
export class DatabaseNotReady extends Error {}

/** Any fixed number will do; it only has to differ from those of other programs on the same database. */
export const ADVISORY_LOCK = 4_625_018_233;
const OLDEST_SERVER = 140_000;
const ROLES = ['faultline_app', 'faultline_system', 'faultline_backup'];

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  if (rows[0] !== undefined && rows[0].number < OLDEST_SERVER) {
    throw new DatabaseNotReady(`The database is PostgreSQL ${rows[0].version}; Faultline needs 14 or newer.`);
  }
}

async function ensureRoles(client: Client): Promise<void> {
  const { rows } = await client.query<{ usable: number }>(
    `select count(*)::int as usable from pg_roles where rolname = any($1) and pg_has_role(current_user, oid, 'MEMBER')`,
    [ROLES],
  );
  const path = join(process.cwd(), 'prisma', 'sql', 'roles.sql');
  if (rows[0]?.usable === ROLES.length || !existsSync(path)) return;
  const sql = readFileSync(path, 'utf8');
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    if ((error as { code?: string }).code !== '42501') throw error;
    const { rows: who } = await client.query<{ login: string }>('select quote_ident(current_user) as login');
    const grants = ROLES.map((role) => `grant ${role} to ${who[0]?.login ?? 'CURRENT_USER'};`).join('\n');
    throw new DatabaseNotReady(
      `The database user may not create the roles that keep tenants apart. Ask an administrator of the server to run this once, then start again:\n\n${sql.trim()}\n${grants}\n`,
    );
  }
}

/** New tables too must have no statistics of their tenants; see the file. */
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

/** Applies roles, migrations and what keeps plans steady, and names the migrations that it applied. One replica does it, the others wait and find it done. */
export async function migrate({ url, log, source = projectSchema() }: MigrateOptions): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await ensureRoles(client);
    const missing = await missingMigrations(client, source);
    if (missing.length > 0) log(`migrating the database (${missing.length} ${missing.length === 1 ? 'step' : 'steps'}) …`);
    const applied = missing.length === 0 ? [] : await applyMigrations(url, source);
    await settlePlans(client);
    return applied;
  } finally {
    await client.end();
  }
}
