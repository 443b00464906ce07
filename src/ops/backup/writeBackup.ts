/** `npm run admin -- backup`: writes all rows as of one moment into one file, while the server keeps running. */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { AppError } from '@/domain/errors';
import { bareCountOf } from '@/plain/counts';
import { type BackupFooter, type BackupHeader, countLines, END_OF_ROWS, FORMAT_VERSION } from './backupFile';
import { conditionFor, quoteName, readSequences, readTables, type Table, tablesToBackUp } from './catalog';
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
}

async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null order by 1`,
  );
  return rows.map(({ name }) => name);
}

function selection(table: Table, tenantId: string | null): string {
  const columns = table.columns.map(quoteName).join(', ');
  const where = tenantId === null ? '' : ` where ${conditionFor(table, tenantId)}`;
  return `select ${columns} from ${quoteName(table.name)}${where}`;
}

/** The lines of the file, read in one transaction. Stores digest and counts in `footer`. */
async function* linesOf(client: Client, request: BackupRequest, footer: BackupFooter): AsyncGenerator<Buffer> {
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
    migrations: await appliedMigrations(client),
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
  // Sequences are not transactional. Because they are read last, they are ahead of every row above.
  footer.sequences = await readSequences(client);
  footer.sha256 = digest.digest('hex');
  yield json(footer);
}

/**
 * Writes the backup and returns what it contains. Until the file is complete and on disk, it is called `PATH.partial`. Throws AppError if
 * the file already exists, or the tenant does not.
 */
export async function writeBackup(request: BackupRequest): Promise<BackupResult> {
  const path = resolve(request.path);
  if (existsSync(path)) throw new AppError('conflict', `${path} exists already. Give another name, or move it away first.`);
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.partial`;
  const footer: BackupFooter = { rows: {}, sequences: {}, sha256: '' };
  const client = new Client({ connectionString: request.url, application_name: 'faultline backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local role faultline_backup');
    if (request.tenantId !== null && (await client.query('select from tenant where id = $1', [request.tenantId])).rowCount === 0) {
      throw new AppError('not_found', `There is no tenant ${request.tenantId}.`);
    }
    // It contains digests of passwords and keys, so only its owner may read it.
    const file = createWriteStream(partial, { mode: 0o600 });
    await pipeline(Readable.from(linesOf(client, request, footer)), createGzip(), file);
    const handle = await open(partial, 'r');
    await handle.sync();
    await handle.close();
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await client.end();
  }
  const rows = Object.values(footer.rows).reduce((sum, count) => sum + count, 0);
  return { path, bytes: (await stat(path)).size, sha256: footer.sha256, rows, tenants: footer.rows.tenant ?? 0 };
}
