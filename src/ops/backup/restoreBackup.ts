/** `npm run admin -- restore`: restores all rows of a backup into a database, or none. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '@/domain/errors';
import { isDistributed } from '@/ops/distribution/distribute';
import { ADVISORY_LOCK, migrate } from '@/ops/postgres/migrate';
import { readMigrations, RECORDS_TABLE } from '@/ops/postgres/migrations';
import { inTransaction, onConnection } from '@/ops/postgres/onConnection';
import { bareCountOf } from '@/plain/counts';
import { fingerprintOf } from '@/server/secrets';
import { type BackupFooter, type BackupHeader, type BackupPart, readBackup } from './backupFile';
import { quoteName } from './catalog';
import { dropSchema } from './dropSchema';
import { withoutForcedRowSecurity } from './forcedRowSecurity';
import { type ResealResult, resealAll } from './sealedSecrets';

export interface RestoreRequest {
  /** With the login that owns the tables. */
  url: string;
  /** Whether this login also acts as the other roles. */
  isSingleLogin: boolean;
  path: string;
  /** Whether to delete existing rows, in the same transaction. */
  mayReplace: boolean;
  /** The secret that this installation will use; null if it is unknown. */
  secret: string | null;
  /** The secret of the installation that the backup came from, if it is a different one. */
  oldSecret: string | null;
  /** Called for each table that received rows. */
  progress: (line: string) => void;
}

export interface BackupContent {
  header: BackupHeader;
  rows: number;
  tenants: number;
  sha256: string;
}

export interface RestoreResult extends BackupContent {
  /**
   * Encrypted values that cannot be decrypted with the secret of this installation: secrets of webhook endpoints. Null if the secret is
   * unknown.
   */
  sealedWithAnotherSecret: number | null;
}

const NAME = 'faultline restore';
/** The application names of a server's connections. */
const SERVERS = ['faultline', 'faultline reads'];

function contentOf(header: BackupHeader, footer: BackupFooter): BackupContent {
  const rows = Object.values(footer.rows).reduce((sum, count) => sum + count, 0);
  return { header, rows, tenants: footer.rows.tenant ?? 0, sha256: footer.sha256 };
}

/**
 * Reads the whole file and returns what it contains. Does not use a database. Throws AppError if the file is damaged, incomplete or not a
 * backup.
 */
export async function verifyBackup(path: string): Promise<BackupContent> {
  let header: BackupHeader | null = null;
  let content: BackupContent | null = null;
  for await (const part of readBackup(path)) {
    if (part.type === 'header') header = part.header;
    if (part.type === 'footer' && header !== null) content = contentOf(header, part.footer);
  }
  if (content === null) throw new Error('The backup ended before its last part was read.');
  return content;
}

/** Rows that break the keys or types of their own schema. Rethrows other errors. */
function explainMisfit(error: unknown): never {
  const { code, message } = error as { code?: string; message: string };
  if (error instanceof AppError || code === undefined || !/^2[23]/.test(code)) throw error;
  throw new AppError('invalid_input', `The rows of the file do not fit together: ${message}. Nothing was changed.`);
}

/**
 * Restores a file into the new, separate schema `name`, as it was written, and then applies all later migrations. Runs in the transaction
 * of `client`, whose search path is that schema from then on. Throws AppError if the rows do not fit the schema.
 */
export async function restoreAside(
  client: Client,
  { name, header, parts }: { name: string; header: BackupHeader; parts: AsyncIterable<BackupPart> },
): Promise<BackupFooter> {
  await client.query(`create schema ${name}; set local search_path to ${name}`);
  try {
    await buildSchema(client, header.migrations);
    const footer = await withoutForcedRowSecurity(client, () => loadRows(client, parts, () => undefined));
    for (const migration of readMigrations()) if (!header.migrations.includes(migration.name)) await client.query(migration.sql);
    return footer;
  } catch (error) {
    return explainMisfit(error);
  }
}

export interface BackupTrial extends BackupContent {
  /** Why restoring was not tried; null if it was. */
  notTried: string | null;
}

async function mayCreateSchema(client: Client): Promise<{ isAllowed: boolean; words: string }> {
  const { rows } = await client.query<{ isAllowed: boolean; login: string; database: string }>(
    `select has_database_privilege(current_database(), 'create') as "isAllowed", session_user::text as login, current_database()::text as database`,
  );
  const [found] = rows;
  const words =
    `The login ${found?.login} may not create a schema, so restoring the rows was not tried. ` +
    `Allow it (grant create on database "${found?.database}" to "${found?.login}") and repeat.`;
  return { isAllowed: found?.isAllowed === true, words };
}

/**
 * Restores the file into a scratch schema of the database at `url`, in a transaction that is rolled back, so a server may go on. Where the
 * login may not create a schema, it only reads the file. Throws AppError if the file is damaged or could not be restored.
 */
export async function tryBackup(url: string, path: string): Promise<BackupTrial> {
  // Damage is found before anything reaches the database.
  const content = await verifyBackup(path);
  const trial = async (client: Client): Promise<string | null> => {
    const { isAllowed, words } = await mayCreateSchema(client);
    if (!isAllowed) return words;
    const { header, parts } = await openBackup(path);
    const isSpread = await isDistributed(client);
    await client.query('begin');
    // The scratch schema needs no other node.
    if (isSpread) await client.query('set local citus.enable_ddl_propagation = off');
    await restoreAside(client, { name: `faultline_trial_${randomBytes(8).toString('hex')}`, header, parts });
    await client.query('rollback');
    return null;
  };
  const notTried = await onConnection(url, trial, NAME);
  return { ...content, notTried };
}

/** The header, and the parts after it. */
export async function openBackup(path: string): Promise<{ header: BackupHeader; parts: AsyncIterable<BackupPart> }> {
  const parts = readBackup(path);
  const first = await parts.next();
  if (first.done === true || first.value.type !== 'header') throw new Error('The backup does not begin with its header.');
  return { header: first.value.header, parts };
}

/** Throws if a server uses this database, because it would continue with rows that it remembers. */
async function assertNobodyServes(client: Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = any($1) and pid <> pg_backend_pid()`,
    [SERVERS],
  );
  if ((rows[0]?.count ?? 0) > 0)
    throw new AppError('conflict', 'A Faultline server works on this database. Stop every replica, then restore again.');
}

/** What stands on several nodes can be neither dropped nor filled in one transaction. */
async function assertOnOneNode(client: Client): Promise<void> {
  if (!(await isDistributed(client))) return;
  throw new AppError(
    'conflict',
    'The tables of this database are spread over several nodes. Restore into an empty database of the same Citus, then run `npm run admin -- distribute` there.',
  );
}

/** Asks with the role from which row-level security hides nothing. */
async function isEmpty(client: Client): Promise<boolean> {
  await client.query('set local role faultline_backup');
  const { rows } = await client.query<{ found: boolean }>('select exists (select 1 from tenant) or exists (select 1 from "user") as found');
  await client.query('set local role none');
  return rows[0]?.found !== true;
}

/** Builds the schema that the backup was written with. Throws AppError if this version does not know its migrations. */
async function buildSchema(client: Client, migrations: readonly string[]): Promise<void> {
  const known = new Map(readMigrations().map(({ name, sql }) => [name, sql]));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new AppError(
      'invalid_input',
      `The backup was written by a newer Faultline: this one does not know its migration ${unknown}. Restore it with that version or a later one.`,
    );
  await client.query(RECORDS_TABLE);
  for (const name of migrations) await client.query(known.get(name) ?? '');
}

/** Loads one table into the database. */
class TableLoad {
  private readonly stream: Writable;
  private readonly ended: Promise<unknown>;

  constructor(client: Client, table: string, columns: readonly string[]) {
    this.stream = client.query(copyFrom(`copy ${quoteName(table)} (${columns.map(quoteName).join(', ')}) from stdin`));
    this.ended = once(this.stream, 'finish');
    // Callers that wait get the error. Until somebody does, it must not end the process.
    this.ended.catch(() => undefined);
    // After a connection that broke, `cancel` causes one more, which nobody waits for.
    this.stream.on('error', () => undefined);
  }

  async write(rows: Buffer): Promise<void> {
    if (!this.stream.write(rows)) await Promise.race([once(this.stream, 'drain'), this.ended]);
  }

  async end(): Promise<void> {
    this.stream.end();
    await this.ended;
  }

  cancel(): void {
    this.stream.destroy();
  }
}

/** Skips sequences that the schema does not have: files of earlier versions also state an administrator's. */
async function setSequences(client: Client, sequences: BackupFooter['sequences']): Promise<void> {
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval(s.oid::regclass, $2::bigint) from to_regclass(quote_ident($1)) s(oid) where s.oid is not null', [
      name,
      value,
    ]);
}

/** Of whatever version the schema is. */
async function tableNames(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Restores the rows of all tables in the order of the file, which respects foreign keys. */
async function loadRows(client: Client, parts: AsyncIterable<BackupPart>, progress: RestoreRequest['progress']): Promise<BackupFooter> {
  const known = await tableNames(client);
  let load: TableLoad | null = null;
  let footer: BackupFooter | null = null;
  try {
    for await (const part of parts)
      if (part.type === 'table') {
        if (!known.has(part.table))
          throw new AppError('invalid_input', `The backup holds a table ${part.table}, which its schema does not have.`);
        load = new TableLoad(client, part.table, part.columns);
      } else if (part.type === 'rows') await load?.write(part.rows);
      else if (part.type === 'tableEnd') {
        await load?.end();
        load = null;
        if (part.count > 0) progress(`  ${part.table}: ${bareCountOf(part.count, 'row')}`);
      } else if (part.type === 'footer') footer = part.footer;
  } catch (error) {
    load?.cancel();
    throw error;
  }
  if (footer === null) throw new Error('The backup ended before its last part was read.');
  await setSequences(client, footer.sequences);
  return footer;
}

/** Everything between `begin` and `commit`. */
async function restoreInTransaction(client: Client, request: RestoreRequest): Promise<BackupContent> {
  await client.query(`set local lock_timeout = '10s'`);
  // A server that starts now waits here before it looks at the schema.
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
  await assertNobodyServes(client);
  await assertOnOneNode(client);
  if (!request.mayReplace && !(await isEmpty(client)))
    throw new AppError(
      'conflict',
      'This installation holds tenants or people already. `--replace` removes all of them and puts the backup in their place.',
    );
  const { header, parts } = await openBackup(request.path);
  await dropSchema(client, request.progress);
  await buildSchema(client, header.migrations);
  const footer = await withoutForcedRowSecurity(client, () => loadRows(client, parts, request.progress));
  return contentOf(header, footer);
}

function inTransactionAt<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  return onConnection(url, (client) => inTransaction(client, () => work(client)), NAME);
}

/**
 * Re-encrypts with `newest` what can be decrypted with one of `older`. Returns how many values were re-encrypted and how many could not be
 * decrypted. Throws AppError if a server is running.
 */
export async function changeSecret(url: string, newest: string, older: readonly string[]): Promise<ResealResult> {
  return inTransactionAt(url, async (client) => {
    await assertNobodyServes(client);
    return withoutForcedRowSecurity(client, () => resealAll(client, newest, older));
  });
}

/**
 * Restores the backup into the database at `url` in one transaction, so an interruption changes nothing. A backup of an older version is
 * restored into its own schema, which is then migrated. Throws AppError if the backup is damaged or too new, if the installation is not
 * empty and may not be replaced, and if a server is running.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreResult> {
  const content = await inTransactionAt(request.url, (client) => restoreInTransaction(client, request));
  // Without statistics, queries would be planned badly until autovacuum runs.
  await inTransactionAt(request.url, (client) => client.query('analyze'));
  await migrate({ url: request.url, isSingleLogin: request.isSingleLogin, log: request.progress });
  if (request.secret === null) return { ...content, sealedWithAnotherSecret: null };
  const isSameSecret = content.header.secretCheck === fingerprintOf(request.secret);
  if (isSameSecret) return { ...content, sealedWithAnotherSecret: 0 };
  const { lost } = await changeSecret(request.url, request.secret, request.oldSecret === null ? [] : [request.oldSecret]);
  return { ...content, sealedWithAnotherSecret: lost };
}
