/** Backups of a database to which its administrator has added something of their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminCommand } from '@/ops/admin/adminCommand';
import { change, smallInstallation, tryChanges } from '@/test/backupTrial';
import { connected } from '@/test/connected';
import { type CreatedDatabase, createTestDatabase } from '@/test/database';
import { OPERATOR_CHANGES } from '@/test/operatorChanges';
import { readTables } from './catalog';

const directory = mkdtempSync(join(tmpdir(), 'faultline-operator-'));
const databases: CreatedDatabase[] = [];
let source: CreatedDatabase;

async function keep(made: Promise<CreatedDatabase>): Promise<CreatedDatabase> {
  const database = await made;
  databases.push(database);
  return database;
}

async function admin({ addresses }: CreatedDatabase, ...words: string[]): Promise<{ code: number; said: string }> {
  const { app, system, owner } = addresses;
  let said = '';
  const output = { write: (text: string) => (said += text) };
  const env = {
    ...process.env,
    DATABASE_URL: app,
    DATABASE_OWNER_URL: owner,
    ...(addresses.isSingleLogin ? {} : { DATABASE_SYSTEM_URL: system }),
    FAULTLINE_SECRET: 'the secret of this installation, long enough',
    ALLOW_NEWER_SCHEMA: '1',
  };
  const code = await adminCommand(words, { env, stdin: Readable.from(['']), stdout: output, stderr: output });
  return { code, said };
}

beforeAll(async () => {
  source = await keep(smallInstallation());
  await change(source, OPERATOR_CHANGES);
});

afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  for (const { drop } of databases) await drop();
});

describe('with fifteen changes at once', () => {
  it('a backup says what it leaves out, and fails for it only if it is strict', async () => {
    const lax = await admin(source, 'backup', join(directory, 'lax.backup'));
    expect(lax).toMatchObject({ code: 0, said: expect.stringContaining("Left out, because it is not Faultline's: table contract.\n") });
    expect(lax.said.match(/^Left out/gm)).toHaveLength(OPERATOR_CHANGES.flatMap(({ leftOut }) => leftOut).length);
    expect((await admin(source, 'backup', '--strict', join(directory, 'strict.backup'))).code).toBe(1);
    expect((await admin(source, 'restore', '--verify', join(directory, 'strict.backup'))).said).toContain('can be restored');
  });

  it('it is restored whole, and the rows of the tables added stay', { tags: ['long'] }, async () => {
    const { lines } = await tryChanges(source, await keep(createTestDatabase()), OPERATOR_CHANGES);
    expect(lines.filter((line) => /^ {2}(Removed|The type)/.test(line))).toEqual([
      '  Removed: constraint contract_tenant_fkey on table contract, because it uses a table of Faultline.',
      '  Removed: materialized view kept_names, because it uses a table of Faultline.',
      '  Removed: view names, because it uses a table of Faultline.',
      '  Removed: view reporting.kinds, because it uses a table of Faultline.',
      '  The type component_kind is called component_kind_before_restore_1 from now on, because something of yours uses it.',
      ...['criticality_tier', 'domains_by', 'health_state', 'plan', 'role'].map(
        (name) => `  The type ${name} is called ${name}_before_restore_1 from now on, because something of yours uses it.`,
      ),
    ]);
  });
});

it('a backup is refused while a table or a column of ours is missing', async () => {
  const broken = await keep(smallInstallation());
  await change(broken, [
    { name: 'loss', sql: 'drop table saved_view cascade; alter table process rename column name to title', leftOut: [] },
  ]);
  const refused = await admin(broken, 'backup', join(directory, 'broken.backup'));
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('The database lacks process.name, saved_view') });
});

describe('trying a backup', () => {
  const file = join(directory, 'lax.backup');

  it('finds rows that the schema does not take, where reading the file finds nothing', async () => {
    const odd = await keep(smallInstallation());
    await change(odd, [
      {
        name: 'a rule taken away',
        sql: `alter table tenant no force row level security; alter table tenant alter plan drop not null; update tenant set plan = null;
          alter table tenant force row level security`,
        leftOut: [],
      },
    ]);
    const path = join(directory, 'odd.backup');
    expect((await admin(odd, 'backup', path)).code).toBe(0);
    expect(await admin(odd, 'restore', '--verify', path)).toMatchObject({
      code: 1,
      said: expect.stringContaining('The rows of the file do not fit together: null value in column "plan"'),
    });
    expect(await admin(odd, 'restore', '--verify', '--offline', path)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Restoring its rows was not tried'),
    });
  });

  it('leaves nothing behind', async () => {
    const schemas = () => connected(source.url, async (client) => (await client.query('select nspname from pg_namespace order by 1')).rows);
    const before = await schemas();
    expect(await admin(source, 'restore', '--verify', file)).toMatchObject({ code: 0, said: expect.stringContaining('can be restored') });
    expect(await schemas()).toEqual(before);
  });

  it('says what was not tried if the login may not create a schema', async () => {
    const { url, administratorUrl } = source;
    const [login, name] = [new URL(url).username, new URL(url).pathname.slice(1)];
    await connected(administratorUrl, (client) => client.query(`revoke create on database "${name}" from "${login}"`));
    expect(await admin(source, 'restore', '--verify', file)).toMatchObject({
      code: 0,
      said: expect.stringContaining(`The login ${login} may not create a schema, so restoring the rows was not tried.`),
    });
    await connected(administratorUrl, (client) => client.query(`grant create on database "${name}" to "${login}"`));
  });

  it('needs --verify beside --offline', async () => {
    expect(await admin(source, 'restore', '--offline', file)).toMatchObject({
      code: 1,
      said: expect.stringContaining('--offline needs --verify'),
    });
  });
});

it('the schema that Prisma describes is the whole schema, without sequences', async () => {
  const fresh = await keep(createTestDatabase());
  const found = await connected(fresh.url, async (client) => {
    const { rows } = await client.query<{ name: string; kind: string }>(
      `select relname as name, relkind as kind from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'S', 'v', 'm')`,
    );
    return { rows, tables: (await readTables(client)).map(({ name }) => name) };
  });
  expect(
    found.rows
      .filter(({ kind }) => kind === 'r')
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...found.tables].sort());
  expect(found.rows.filter(({ kind }) => kind !== 'r')).toEqual([{ name: 'member', kind: 'v' }]);
});
