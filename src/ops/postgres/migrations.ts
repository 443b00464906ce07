/** The migrations in the repository, and the records that a database keeps of those that it has applied, as Prisma's own tools keep them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';

export interface Migration {
  /** Of its folder. Migrations are applied in the order of their names, which begin with the time when they were written. */
  name: string;
  sql: string;
}

/** Exactly what Prisma creates, so that its tools read and write the same table. */
export const RECORDS_TABLE = `create table _prisma_migrations (
  id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

export function schemaPath(): string {
  return join(process.cwd(), 'prisma', 'schema.prisma');
}

export function migrationsDirectory(): string {
  return join(process.cwd(), 'prisma', 'migrations');
}

/** All migrations, in the order in which they are applied. */
export function readMigrations(): Migration[] {
  const directory = migrationsDirectory();
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(directory, name, 'migration.sql'), 'utf8') }));
}

/** Hexadecimal SHA-256 of the file, as Prisma calculates it. */
export function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** Whether this is the file that had this checksum. Like Prisma, it does not mind if line ends were converted meanwhile. */
export function isUnedited(sql: string, checksum: string): boolean {
  const unix = sql.replaceAll('\r\n', '\n');
  return [sql, unix, unix.replaceAll('\n', '\r\n')].some((text) => checksumOf(text) === checksum);
}

export async function hasRecords(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('_prisma_migrations') is not null as found`);
  return rows[0]?.found === true;
}

/** The checksum of each migration that the database has applied, by name. Requires the table of records. */
export async function appliedChecksums(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select migration_name as name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}
