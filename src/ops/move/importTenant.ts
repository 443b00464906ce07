/**
 * `npm run admin -- tenant import`: imports a tenant from the file of another installation, while both are running. The file is staged in a
 * separate schema (`stageTenant.ts`). From there, its rows are copied to their tables in one transaction, as the app's role, which
 * row-level security binds to this one tenant. An import that is killed leaves either no tenant, or a complete one that is still read-only.
 */
import { Client } from 'pg';
import { AppError } from '@/domain/errors';
import { quoteName, readTables } from '@/ops/backup/catalog';
import { readMigrations } from '@/ops/postgres/migrations';
import type { InstallationAddresses } from '@/ops/postgres/installationAddresses';
import { inTransaction } from '@/ops/postgres/onConnection';
import { bareCountOf } from '@/plain/counts';
import { bindingSql } from '@/server/db/bindTenant';
import { makeAccounts, matchPeople, type MovedPeople, removeAccounts } from './movePeople';
import { STAGE, stageTenant, type StagedTenant, type StageRequest } from './stageTenant';

export interface ImportRequest extends StageRequest {
  addresses: InstallationAddresses & { owner: string };
}

export interface ImportedTenant {
  tenantId: string;
  tenantName: string;
  /** When the file was written, and by which version. */
  writtenAt: string;
  productVersion: string;
  sha256: string;
  rows: number;
  people: { made: number; known: number };
}

/** Only one import at a time can run on a database. */
const IMPORT_LOCK = 4_625_018_234;
const NAME = 'faultline import';
const DUPLICATE = '23505';

/**
 * Imports the tenant, which stays read-only. Throws AppError if the file is refused (`stageTenant`), the tenant already exists here,
 * another import is running, or the database does not allow it; then nothing of it is left here.
 */
export async function importTenant(request: ImportRequest): Promise<ImportedTenant> {
  const { addresses } = request;
  const owner = await connect(addresses.owner);
  const [system, app] = await Promise.all([connect(addresses.system), connect(addresses.app)]);
  try {
    await prepare(owner);
    const staged = await inTransaction(owner, () => stageTenant(owner, request));
    await assertAbsent(owner, staged);
    const people = await matched(owner, system, addresses.isSingleLogin, staged);
    const filled: string[] = [];
    await inTransaction(owner, async () => {
      await assertSameSchema(owner);
      await asSystem(system, addresses.isSingleLogin, () => makeAccounts(system, people)).catch(explainTaken);
      try {
        filled.push(...(await inTransaction(app, () => copyRows(owner, app, request, staged))));
      } catch (error) {
        await asSystem(system, addresses.isSingleLogin, () => removeAccounts(system, people));
        explainTaken(error);
      }
    });
    // Without statistics about the new rows, queries would be planned badly until autovacuum runs.
    await owner.query(`analyze ${filled.map(quoteName).join(', ')}`);
    return outcomeOf(staged, people);
  } finally {
    await owner.query(`drop schema if exists ${STAGE} cascade`).catch(() => undefined);
    await Promise.all([owner, system, app].map((client) => client.end()));
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: NAME });
  await client.connect();
  // A statement that waits gets the connection's error; without a listener the error would also end the process.
  client.on('error', () => undefined);
  return client;
}

function asSystem<T>(client: Client, isSingleLogin: boolean, work: () => Promise<T>): Promise<T> {
  return inTransaction(client, async () => {
    if (isSingleLogin) await client.query('set local role faultline_system');
    return work();
  });
}

/** Takes the import lock for this connection, and removes what a killed import left behind. */
async function prepare(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ isFree: boolean; mayStage: boolean; database: string; login: string; isSpread: boolean }>(
    `select pg_try_advisory_lock($1) as "isFree", has_database_privilege(current_database(), 'CREATE') as "mayStage",
       quote_ident(current_database()) as database, quote_ident(current_user) as login,
       exists (select 1 from pg_extension where extname = 'citus') as "isSpread"`,
    [IMPORT_LOCK],
  );
  const found = rows[0];
  if (found?.isFree !== true) throw new AppError('conflict', 'Another import runs on this database. Wait until it has ended.');
  if (found.isSpread)
    throw new AppError(
      'invalid_input',
      'This database is spread over several nodes, and tenants cannot be imported there. Restore a whole backup into it before it is spread.',
    );
  if (!found.mayStage)
    throw new AppError(
      'invalid_input',
      `An import needs a schema of its own for a while. Have an administrator of the database run this once: grant create on database ${found.database} to ${found.login};`,
    );
  await owner.query(`drop schema if exists ${STAGE} cascade`);
}

async function assertAbsent(owner: Client, { tenantId }: StagedTenant): Promise<void> {
  const [here] = await inTransaction(owner, async () => {
    await owner.query('set local role faultline_backup');
    return (await owner.query<{ name: string; frozenAt: Date | null }>('select name, "frozenAt" from tenant where id = $1', [tenantId]))
      .rows;
  });
  if (here === undefined) return;
  throw new AppError(
    'conflict',
    here.frozenAt === null
      ? `The tenant ${tenantId} is here already, in use, as "${here.name}". Nothing was imported.`
      : `The tenant ${tenantId} is here already, read-only, as "${here.name}": it was exported from here, or imported by a command that was interrupted at its end. ` +
          'If it is to live here: npm run admin -- tenant unfreeze. If this is the old copy: npm run admin -- tenant remove, and import again.',
  );
}

async function matched(owner: Client, system: Client, isSingleLogin: boolean, staged: StagedTenant): Promise<MovedPeople> {
  return inTransaction(owner, async () => {
    await owner.query(`grant usage on schema ${STAGE} to faultline_app, faultline_system; set local search_path to ${STAGE}`);
    return asSystem(system, isSingleLogin, () => matchPeople(owner, system, staged));
  });
}

/** Keeps migrations out until the end of the transaction, because the rows have the columns of the present schema. */
async function assertSameSchema(owner: Client): Promise<void> {
  await owner.query('lock table _prisma_migrations in share mode');
  const { rows } = await owner.query<{ name: string }>(
    'select migration_name as name from _prisma_migrations where rolled_back_at is null',
  );
  const known = new Set(readMigrations().map(({ name }) => name));
  if (rows.length !== known.size || rows.some(({ name }) => !known.has(name)))
    throw new AppError('conflict', 'The database was migrated by another version meanwhile. Import with that version.');
}

/** The columns of the real tables. Enumerations are converted through text, because each schema has its own types. */
const COLUMNS = `select a.attname::text as name,
    case when coalesce(e.typtype, t.typtype) = 'e' then format_type(a.atttypid, a.atttypmod) end as enumeration
  from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`;

/** `owner` looks things up, `app` copies. Returns the tables that received rows. */
async function copyRows(owner: Client, app: Client, { addresses, progress }: ImportRequest, { tenantId }: StagedTenant): Promise<string[]> {
  const filled: string[] = [];
  await app.query(bindingSql({ tenantId, lasts: 'transaction', isSingleLogin: addresses.isSingleLogin }));
  for (const { name, columns } of await readTables(owner)) {
    if (name !== 'tenant' && !columns.includes('tenantId')) continue;
    const found = await owner.query<{ name: string; enumeration: string | null }>(COLUMNS, [quoteName(name)]);
    const rows = found.rows.filter((column) => columns.includes(column.name));
    const names = rows.map((column) => quoteName(column.name));
    const values = rows.map(({ name: column, enumeration }) => {
      return enumeration === null ? quoteName(column) : `${quoteName(column)}::text::${enumeration}`;
    });
    const key = name === 'tenant' ? 'id' : '"tenantId"';
    const { rowCount } = await app.query(
      `insert into ${quoteName(name)} (${names.join(', ')}) select ${values.join(', ')} from ${STAGE}.${quoteName(name)} where ${key} = $1`,
      [tenantId],
    );
    const staging = await owner.query<{ count: number }>(`select count(*)::int as count from ${STAGE}.${quoteName(name)}`);
    if (rowCount !== staging.rows[0]?.count)
      throw new Error(`${rowCount ?? 0} rows of ${name} arrived, but ${staging.rows[0]?.count ?? 0} were expected.`);
    if (rowCount === 0) continue;
    progress(`  ${name}: ${bareCountOf(rowCount ?? 0, 'row')}`);
    filled.push(name);
  }
  return filled;
}

function explainTaken(error: unknown): never {
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string };
  if (code !== DUPLICATE) throw error;
  throw new AppError(
    'conflict',
    `Something of this tenant is here already (${constraint ?? table ?? 'a key'}), or somebody made it meanwhile. Nothing was imported; repeat to see what it is.`,
  );
}

function outcomeOf({ header, footer, tenantId, tenantName }: StagedTenant, people: MovedPeople): ImportedTenant {
  return {
    tenantId,
    tenantName,
    writtenAt: header.createdAt,
    productVersion: header.productVersion,
    sha256: footer.sha256,
    rows: Object.values(footer.rows).reduce((sum, count) => sum + count, 0),
    people: { made: people.made.length, known: people.known },
  };
}
