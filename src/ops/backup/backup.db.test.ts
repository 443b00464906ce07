/**
 * Backups of a filled installation, restored elsewhere: complete, damaged, older, newer, a single tenant, under another secret, and cut off
 * halfway.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { prepareDemo } from '@/ops/demo/demo';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import { createPerson } from '@/server/auth/people';
import { createTenant } from '@/server/auth/tenants';
import { type Database, database as ownDatabase, openDatabase } from '@/server/db/database';
import { readSnapshot } from '@/server/health/readImpact';
import { fingerprintOf, reseal } from '@/server/secrets';
import { tenantDb } from '@/server/db/tenantDb';
import { WEBHOOK_SECRET } from '@/server/webhooks/endpointSecrets';
import { createWebhook } from '@/server/webhooks/endpoints';
import { createTestDatabase, type TestAddresses } from '@/test/database';
import { SYSTEM } from '@/test/restTenants';
import { EVERYTHING } from '@/test/tenants';
import { conditionFor, readTables, tablesToBackUp } from './catalog';
import { changeSecret, restoreBackup, verifyBackup } from './restoreBackup';
import { SEALED_COLUMNS } from './sealedSecrets';
import { writeBackup } from './writeBackup';

const SECRET = 'the secret of the installation that is backed up';
const OTHER_SECRET = 'the secret of the installation that it is put into';
const directory = mkdtempSync(join(tmpdir(), 'faultline-backup-'));
const path = join(directory, 'whole.backup');
const drops: (() => Promise<void>)[] = [];
/** The logins of each database, by its owner's URL. */
const addressesOf = new Map<string, TestAddresses>();
let source: string;
let demoTenant: string;
let otherTenant: string;

async function emptyDatabase(): Promise<string> {
  const { url, addresses, drop } = await createTestDatabase();
  drops.push(drop);
  addressesOf.set(url, addresses);
  return url;
}

function open(url: string, poolSize: number): Database {
  const addresses = addressesOf.get(url);
  if (addresses === undefined) throw new Error('This is no database of this test.');
  return openDatabase(addresses, poolSize);
}

/** Runs `work` on one connection that row-level security does not restrict. */
async function inspect<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A digest of each table in a backup, by name. */
function digests(url: string): Promise<Record<string, string>> {
  return inspect(url, async (client) => {
    const tables = tablesToBackUp(await readTables(client));
    await client.query('set local role faultline_backup');
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `select concat(count(*), ' ', md5(string_agg(t::text, E'\\n' order by t::text collate "C"))) as digest from "${name}" t`,
      );
      found[name] = rows[0]?.digest ?? '';
    }
    return found;
  });
}

/** Hashes and packed content. Adding a name here is a decision; whatever is sealed belongs in SEALED_COLUMNS. */
const NOT_SEALED = [
  'idempotency_record.bodyHash',
  'impact_snapshot.lists',
  'invitation_directory.hash',
  'key_directory.hash',
  'provisioning_token.hash',
  'scenario_run.states',
  'share_directory.hash',
];

const { isSingleLogin } = inject('template');
const quiet = (): void => undefined;
const restore = (url: string, more: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({ url, isSingleLogin, path, mayReplace: false, secret: SECRET, oldSecret: null, progress: quiet, ...more });

/** A copy of the backup with its text changed. If the change should look genuine, the digest stays as it was. */
function altered(name: string, change: (text: string) => string): string {
  const file = join(directory, name);
  writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(path)).toString('utf8'))));
  return file;
}

beforeAll(async () => {
  vi.stubEnv('FAULTLINE_SECRET', SECRET);
  vi.stubEnv('FAULTLINE_DATA', directory);
  source = await emptyDatabase();
  stateAddresses({ ...(addressesOf.get(source) as TestAddresses), owner: null }, process.env);
  const database = ownDatabase();
  try {
    demoTenant = (await prepareDemo(database, true, quiet)).tenantId;
    otherTenant = (await createTenant(database, { name: 'Other\t\\.\n"tenant" ✓', plan: 'Enterprise' })).tenantId;
    await createPerson(database, SYSTEM, {
      email: 'other@example.org',
      password: 'a long password',
      name: 'Other',
      tenantId: otherTenant,
      role: 'Owner',
    });
    await createWebhook(
      tenantDb(database, otherTenant),
      { actor: SYSTEM, plan: 'Enterprise', now: new Date() },
      { url: 'https://8.8.8.8/hook' },
    );
  } finally {
    await database.close();
  }
  await writeBackup({ url: source, path, tenantId: null, secret: SECRET, progress: quiet });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true, force: true });
  for (const drop of drops) await drop();
});

describe('a backup', () => {
  it('restored into an empty installation has every row, behind the same wall, and gives the same answers', async () => {
    const url = await emptyDatabase();
    const result = await restore(url);
    expect(result).toMatchObject({ tenants: 2, sealedWithAnotherSecret: 0 });
    expect(await digests(url)).toEqual(await digests(source));
    await inspect(url, async (client) => {
      const open = await client.query(`select relname from pg_class where relnamespace = current_schema()::regnamespace and relrowsecurity
        and not relforcerowsecurity and relname <> 'user'`);
      expect(open.rows).toEqual([]);
    });
    const [before, after] = [open(source, 2), open(url, 2)];
    try {
      const snapshot = (database: typeof before) => readSnapshot(tenantDb(database, demoTenant), EVERYTHING);
      expect(await snapshot(after)).toEqual(await snapshot(before));
    } finally {
      await Promise.all([before.close(), after.close()]);
    }
  });

  it('is readable only by its owner, can be verified without a database, and is never overwritten', async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const content = await verifyBackup(path);
    expect(content).toMatchObject({ tenants: 2, header: { tenantId: null, secretCheck: fingerprintOf(SECRET) } });
    await expect(writeBackup({ url: source, path, tenantId: null, secret: null, progress: quiet })).rejects.toThrow('exists already');
    expect(readdirSync(directory).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  it('says why the file cannot be written, and leaves nothing of it', async () => {
    const nowhere = join(directory, 'nowhere.backup');
    symlinkSync(join(directory, 'missing', 'file'), `${nowhere}.partial`);
    await expect(writeBackup({ url: source, path: nowhere, tenantId: null, secret: null, progress: quiet })).rejects.toThrow('ENOENT');
    expect(readdirSync(directory).filter((name) => name.startsWith('nowhere'))).toEqual([]);
  });

  it('holds no session and no secret in the clear', async () => {
    const text = gunzipSync(readFileSync(path)).toString('utf8');
    expect(text).not.toMatch(/"table":"(session|verification|sign_in_limit|rate_bucket)"/);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('whsec_');
  });

  it('of one tenant contains its rows and its people, and nothing of another', async () => {
    const one = join(directory, 'one.backup');
    expect(await writeBackup({ url: source, path: one, tenantId: otherTenant, secret: SECRET, progress: quiet })).toMatchObject({
      tenants: 1,
    });
    expect(gunzipSync(readFileSync(one)).toString('utf8')).not.toContain(demoTenant);
    const url = await emptyDatabase();
    await restore(url, { path: one });
    const rows = await inspect(url, async (client) => {
      await client.query('set local role faultline_backup');
      return (
        await client.query<{ name: string; email: string; password: string }>(
          `select t.name, u.email, left(a.password, 3) as password from tenant t, "user" u join account a on a."userId" = u.id`,
        )
      ).rows;
    });
    expect(rows).toEqual([{ name: 'Other\t\\.\n"tenant" ✓', email: 'other@example.org', password: expect.any(String) }]);
    const absent = join(directory, 'absent.backup');
    await expect(
      writeBackup({ url: source, path: absent, tenantId: '00000000-0000-4000-8000-000000000000', secret: null, progress: quiet }),
    ).rejects.toThrow('There is no tenant');
  });
});

describe('a restore', () => {
  let untouched: string;
  beforeAll(async () => {
    untouched = await emptyDatabase();
  });

  it('needs permission to replace everything if the installation is not empty', { tags: ['long'] }, async () => {
    const url = await emptyDatabase();
    const database = open(url, 2);
    await createTenant(database, { name: 'Here before', plan: 'Free' });
    await database.close();
    const before = await digests(url);
    await expect(restore(url)).rejects.toThrow('--replace');
    expect(await digests(url)).toEqual(before);
    await restore(url, { mayReplace: true });
    expect(await digests(url)).toEqual(await digests(source));
  });

  const refusedFiles: [string, () => string, string][] = [
    [
      'cut off in the compressed data',
      () => {
        const file = join(directory, 'cut.backup');
        writeFileSync(file, readFileSync(path).subarray(0, 20_000));
        return file;
      },
      'incomplete',
    ],
    ['without its end', () => altered('endless.backup', (text) => text.slice(0, text.lastIndexOf('{"rows"'))), 'incomplete'],
    ['with a changed row', () => altered('changed.backup', (text) => text.replace('Other', 'Otter')), 'digest'],
    ['with a row missing', () => altered('short.backup', (text) => text.replace(/^[^\n]*Other[^\n]*\n/m, '')), 'tenant holds 1 rows'],
    ['with data after its end', () => altered('long.backup', (text) => `${text}{"table":"tenant","columns":["id"]}\n`), 'behind its end'],
    [
      'of a newer Faultline',
      () => altered('newer.backup', (text) => text.replace('"migrations":[', '"migrations":["29990101000000_later",')),
      'newer Faultline',
    ],
    [
      'that is not a backup',
      () => {
        const file = join(directory, 'text.txt');
        writeFileSync(file, 'some text\n');
        return file;
      },
      'no backup',
    ],
    ['that does not exist', () => join(directory, 'nowhere'), 'There is no file'],
  ];
  /** Detected only at the end of the file, after its rows were written: these cases take longest, and differ little. */
  const LATE = /end$|less$/;

  async function expectRefused(make: () => string, reason: string): Promise<void> {
    const file = make();
    const before = await digests(untouched);
    await expect(restore(untouched, { path: file, mayReplace: true })).rejects.toThrow(reason);
    expect(await digests(untouched)).toEqual(before);
    if (reason !== 'newer Faultline') await expect(verifyBackup(file)).rejects.toThrow(reason);
  }

  it.each(refusedFiles.filter(([what]) => !LATE.test(what)))('refuses a file %s and changes nothing', (_, make, reason) =>
    expectRefused(make, reason),
  );

  it.each(refusedFiles.filter(([what]) => LATE.test(what)))(
    'refuses a file %s and changes nothing',
    { tags: ['long'] },
    (_, make, reason) => expectRefused(make, reason),
  );

  it('leaves the old content if its connection ends half-way', async () => {
    const url = await emptyDatabase();
    const before = await digests(url);
    let ended: Promise<unknown> = Promise.resolve();
    const endOnce = vi.fn(() => {
      ended = inspect(url, (client) =>
        client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'faultline restore'`),
      );
    });
    await expect(restore(url, { progress: (line) => (line.includes('component:') ? endOnce() : undefined) })).rejects.toThrow();
    await ended;
    expect(endOnce).toHaveBeenCalledTimes(1);
    expect(await digests(url)).toEqual(before);
  });

  it('is refused while a server works on the database', async () => {
    const url = await emptyDatabase();
    const server = open(url, 1);
    try {
      await server.pool.query('select 1');
      await expect(restore(url)).rejects.toThrow('Stop every replica');
    } finally {
      await server.close();
    }
  });

  it('loads the backup of an older version into the old schema and migrates that', { tags: ['long'] }, async () => {
    const migrations = readdirSync('prisma/migrations')
      .filter((name) => /^\d/.test(name))
      .sort();
    const older = migrations.slice(0, 2);
    const header = {
      format: 'faultline-backup',
      formatVersion: 1,
      createdAt: new Date().toISOString(),
      productVersion: '0.1.0',
      tenantId: null,
      migrations: older,
      secretCheck: null,
    };
    const lines = [
      JSON.stringify(header),
      JSON.stringify({ table: '_prisma_migrations', columns: ['id', 'checksum', 'finished_at', 'migration_name', 'applied_steps_count'] }),
      ...older.map((name, index) => `${index}\tx\t2026-01-01T00:00:00Z\t${name}\t1`),
      '\\.',
      JSON.stringify({ table: 'tenant', columns: ['id', 'name', 'plan'] }),
      `${otherTenant}\tFrom long ago\tTeam`,
      '\\.',
      '',
    ].join('\n');
    const footer = { rows: { _prisma_migrations: 2, tenant: 1 }, sequences: {}, sha256: createHash('sha256').update(lines).digest('hex') };
    const file = join(directory, 'older.backup');
    writeFileSync(file, gzipSync(`${lines}${JSON.stringify(footer)}\n`));
    const url = await emptyDatabase();
    await restore(url, { path: file });
    await inspect(url, async (client) => {
      await client.query('set local role faultline_backup');
      const applied = await client.query(`select migration_name from _prisma_migrations where finished_at is not null`);
      expect(applied.rowCount).toBe(migrations.length);
      expect((await client.query('select name, "openAfterSeconds" from tenant')).rows).toEqual([
        { name: 'From long ago', openAfterSeconds: expect.any(Number) },
      ]);
    });
  });
});

describe('secrets', () => {
  const sealed = (url: string): Promise<Buffer> =>
    inspect(url, async (client) => {
      await client.query('set local role faultline_backup');
      const { rows } = await client.query<{ secret: Buffer }>('select secret from webhook_endpoint');
      if (rows[0] === undefined) throw new Error('There is one endpoint.');
      return rows[0].secret;
    });

  it('of another installation are counted, opened with the old secret and sealed with the current one', async () => {
    const url = await emptyDatabase();
    expect(await restore(url, { secret: OTHER_SECRET })).toMatchObject({ sealedWithAnotherSecret: 1 });
    expect(reseal(WEBHOOK_SECRET, await sealed(url), OTHER_SECRET, [])).toBeNull();
    expect(await changeSecret(url, OTHER_SECRET, [SECRET])).toEqual({ changed: 1, lost: 0 });
    expect(reseal(WEBHOOK_SECRET, await sealed(url), OTHER_SECRET, [])).toMatchObject({ isChanged: false });
    expect(await changeSecret(url, OTHER_SECRET, [SECRET])).toEqual({ changed: 0, lost: 0 });
  });

  it('are sealed again during the restore if the old secret is given', { tags: ['long'] }, async () => {
    const url = await emptyDatabase();
    expect(await restore(url, { secret: OTHER_SECRET, oldSecret: SECRET })).toMatchObject({ sealedWithAnotherSecret: 0 });
    expect(reseal(WEBHOOK_SECRET, await sealed(url), OTHER_SECRET, [])).toMatchObject({ isChanged: false });
  });
});

describe('the list of', () => {
  it('tables has a condition for each that selects the rows of one tenant', async () => {
    const tables = await inspect(source, readTables);
    for (const table of tablesToBackUp(tables)) expect(conditionFor(table, otherTenant)).not.toBe('');
  });

  it('sealed columns leaves out only byte columns that are known not to be sealed', async () => {
    const { rows } = await inspect(source, (client) =>
      client.query<{ name: string }>(
        `select table_name || '.' || column_name as name from information_schema.columns where table_schema = current_schema() and data_type = 'bytea' order by 1`,
      ),
    );
    const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual(NOT_SEALED);
  });
});
