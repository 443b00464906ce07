/** `npm run admin -- backup`: writes all rows as of one moment into one file, while the server keeps running. */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { KNOWN_MIGRATIONS } from '@generated/thisVersion';
import { AppError } from '@/domain/errors';
import { isDistributed } from '@/ops/distribution/distribute';
import { onConnection } from '@/ops/postgres/onConnection';
import { bareCountOf } from '@/plain/counts';
import { type BackupFooter, type BackupHeader, countLines, END_OF_ROWS, FORMAT_VERSION } from './backupFile';
import { conditionFor, quoteName, readForeign, readTables, sourceOf, type Table, tablesToBackUp } from './catalog';
import { RELEASE } from '@/server/observability/release';
import { fingerprintOf } from '@/server/secrets';

export interface BackupRequest {
  /** With the login that owns the tables, which is a member of the role that reads every row. */
  url: string;
  path: string;
  /** A single tenant with its people, or null for all tenants. */
  tenantId: string | null;
  /** The installation's FAULTLINE_SECRET, if it is known. It is not written to the file. */
  secret: string | null;
  /** Called for each table that has rows. */
  progress: (line: string) => void;
}

export interface BackupResult {
  path: string;
  bytes: number;
  sha256: string;
  rows: number;
  tenants: number;
  /** What an administrator has added to the schema, each in words: the file has none of it. */
  leftOut: string[];
}

async function appliedMigrations(client: Client): Promise<{ known: string[]; unknown: string[] }> {
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null order by 1`,
  );
  const isKnown = (name: string): boolean => KNOWN_MIGRATIONS.includes(name);
  const names = rows.map(({ name }) => name);
  return { known: names.filter(isKnown), unknown: names.filter((name) => !isKnown(name)) };
}

function selection(table: Table, tenantId: string | null): string {
  const columns = table.columns.map(quoteName).join(', ');
  const conditions = tenantId === null ? [] : [conditionFor(table, tenantId)];
  if (table.name === '_prisma_migrations') conditions.push(`migration_name in (${KNOWN_MIGRATIONS.map((name) => `'${name}'`).join(', ')})`);
  return `select ${columns} from ${sourceOf(table)}${conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`}`;
}

/**
 * Begins the transaction in which all rows are as of one moment. On a Citus, nodes have a moment each: over a single connection to each, a
 * tenant's rows are as of one; the rows that every node has are some milliseconds older.
 */
async function beginReading(client: Client): Promise<void> {
  const isSpread = await isDistributed(client);
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local role faultline_backup');
  if (!isSpread) return;
  await client.query('set local citus.max_adaptive_executor_pool_size = 1');
  await client.query('select count(*) from tenant');
}

/** The lines of the file, read in one transaction. Stores digest and counts in `footer`. */
async function* linesOf(client: Client, request: BackupRequest, migrations: string[], footer: BackupFooter): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const hashed = (content: Buffer): Buffer => {
    digest.update(content);
    return content;
  };
  const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);
  const tables = tablesToBackUp(await readTables(client));
  const header: BackupHeader = {
    format: 'faultline-backup',
    formatVersion: FORMAT_VERSION,
    createdAt: new Date().toISOString(),
    productVersion: RELEASE.version,
    tenantId: request.tenantId,
    migrations,
    secretCheck: request.secret === null ? null : fingerprintOf(request.secret),
  };
  yield hashed(json(header));
  for (const table of tables) {
    yield hashed(json({ table: table.name, columns: table.columns }));
    let count = 0;
    for await (const chunk of client.query(copyTo(`copy (${selection(table, request.tenantId)}) to stdout`)) as AsyncIterable<Buffer>) {
      count += countLines(chunk);
      yield hashed(chunk);
    }
    yield hashed(Buffer.from(END_OF_ROWS));
    footer.rows[table.name] = count;
    if (count > 0) request.progress(`  ${table.name}: ${bareCountOf(count, 'row')}`);
  }
  footer.sha256 = digest.digest('hex');
  yield json(footer);
}

/**
 * Writes the backup and returns what it contains. Until the file is complete and on disk, it is called `PATH.partial`. Throws AppError if
 * the file already exists, the tenant does not, or the schema is incomplete.
 */
export async function writeBackup(request: BackupRequest): Promise<BackupResult> {
  const path = resolve(request.path);
  if (existsSync(path)) throw new AppError('conflict', `${path} exists already. Give another name, or move it away first.`);
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.partial`;
  const footer: BackupFooter = { rows: {}, sequences: {}, sha256: '' };
  const write = async (client: Client): Promise<string[]> => {
    await beginReading(client);
    if (request.tenantId !== null && (await client.query('select 1 from tenant where id = $1', [request.tenantId])).rowCount === 0)
      throw new AppError('not_found', `There is no tenant ${request.tenantId}.`);
    const { known, unknown } = await appliedMigrations(client);
    const leftOut = [...unknown.map((name) => `migration ${name}`), ...(await readForeign(client))];
    // It contains digests of passwords and keys, so only its owner may read it.
    const file = createWriteStream(partial, { mode: 0o600 });
    await pipeline(Readable.from(linesOf(client, request, known, footer)), createGzip(), file);
    const handle = await open(partial, 'r');
    await handle.sync();
    await handle.close();
    await rename(partial, path);
    return leftOut;
  };
  const leftOut = await onConnection(request.url, write, 'faultline backup').catch(async (error: unknown) => {
    await rm(partial, { force: true });
    throw error;
  });
  const rows = Object.values(footer.rows).reduce((sum, count) => sum + count, 0);
  return { path, bytes: (await stat(path)).size, sha256: footer.sha256, rows, tenants: footer.rows.tenant ?? 0, leftOut };
}
