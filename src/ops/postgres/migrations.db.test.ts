/** The migrations: that they make what schema.prisma says, and how they are applied. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { isMigrated, migrate } from './migrate';
import { checksumOf, readMigrations, schemaPath } from './migrations';
import { sqlBetween } from './schemaEngine';
import { bindingSql } from '@/server/db/bindTenant';
import { connected } from '@/test/connected';
import { createTestDatabase, useOwnDatabase } from '@/test/database';
import { differences, schemaCatalog } from '@/test/schemaCatalog';

const { isSingleLogin } = inject('template');
const quiet = (): void => undefined;
const FIRST = '20261120143405_init';
const ADDED = '29990101000000_added';

/** With a connection to a migrated database of its own. */
async function onCopy<T>(work: (client: Client, url: string) => Promise<T>): Promise<T> {
  const { url, drop } = await createTestDatabase();
  try {
    return await connected(url, (client) => work(client, url));
  } finally {
    await drop();
  }
}

/** Applies `sql` as the newest migration; answers with the names of the applied, or the message of the refusal. */
function migrationOn(url: string): (sql: string) => Promise<string[] | string> {
  return (sql) =>
    migrate({ url, isSingleLogin, log: quiet, migrations: [...readMigrations(), { name: ADDED, sql }] }).catch(
      (error: unknown) => (error as Error).message,
    );
}

describe('the migrated schema', async () => {
  const { addresses } = await useOwnDatabase();
  let wanted: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const sql = await sqlBetween(addresses.owner, null, readFileSync(schemaPath(), 'utf8'));
    await connected(addresses.owner, async (client) => {
      await client.query(`create schema model; set search_path to model; ${sql}`);
      wanted = await schemaCatalog(client, 'model');
    });
  });

  it('is exactly what schema.prisma says', async () => {
    await connected(addresses.owner, async (client) => expect(differences(wanted, await schemaCatalog(client, 'public'))).toEqual([]));
    expect(wanted.size).toBeGreaterThan(500);
  });

  it.each([
    [
      'a table',
      'create table "extra" ("n" int)',
      ['column extra.n: integer, not there in schema.prisma', 'table extra: , not there in schema.prisma'],
    ],
    ['a column', 'alter table "tenant" add "nickname" text', ['column tenant.nickname: text, not there in schema.prisma']],
    [
      'a type',
      'alter table "tenant" alter "openAfterSeconds" type bigint',
      ['column tenant.openAfterSeconds: bigint not null default 15, not integer not null default 15'],
    ],
    [
      'a default',
      'alter table "tenant" alter "openAfterSeconds" drop default',
      ['column tenant.openAfterSeconds: integer not null, not integer not null default 15'],
    ],
    [
      'a missing value',
      'alter table "tenant" alter "openAfterSeconds" drop not null',
      ['column tenant.openAfterSeconds: integer default 15, not integer not null default 15'],
    ],
    [
      'an index',
      'drop index "event_tenantId_at_idx"',
      ['index event_tenantId_at_idx: missing, not CREATE INDEX "event_tenantId_at_idx" ON event USING btree ("tenantId", at)'],
    ],
    [
      'a key',
      'alter table "replica" drop constraint "replica_pkey"',
      [
        'constraint replica.replica_pkey: missing, not PRIMARY KEY (id)',
        'index replica_pkey: missing, not CREATE UNIQUE INDEX replica_pkey ON replica USING btree (id)',
      ],
    ],
    [
      'what a deletion does',
      'alter table "scim_subject" drop constraint "scim_subject_userId_fkey", add constraint "scim_subject_userId_fkey" foreign key ("userId") references "user" ("id") on update cascade',
      [
        'constraint scim_subject.scim_subject_userId_fkey: FOREIGN KEY ("userId") REFERENCES "user"(id) ON UPDATE CASCADE, not FOREIGN KEY ("userId") REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE',
      ],
    ],
    [
      'an enumeration',
      `alter type "plan" add value 'Gold'`,
      ['enum plan: Free, Team, Business, Enterprise, Gold, not Free, Team, Business, Enterprise'],
    ],
  ])('is found to differ in %s', async (_, sql, expected) => {
    await connected(addresses.owner, async (client) => {
      await client.query(`begin; ${sql}`);
      expect(differences(wanted, await schemaCatalog(client, 'public'))).toEqual(expected);
    });
  });
});

describe('the migrations', () => {
  it('do nothing on a database that has them all', async () => {
    await onCopy(async (_, url) => expect(await migrate({ url, isSingleLogin, log: quiet })).toEqual([]));
  });

  it('leave the records that Prisma’s tools leave', async () => {
    await onCopy(async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(
        `select id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' as "hasId", migration_name as name, checksum, logs, rolled_back_at, applied_steps_count,
           finished_at >= started_at as "isDone" from _prisma_migrations order by finished_at`,
      );
      const constant = { hasId: true, logs: null, rolled_back_at: null, applied_steps_count: 1, isDone: true };
      expect(rows).toEqual(readMigrations().map(({ name, sql }) => ({ ...constant, name, checksum: checksumOf(sql) })));
    });
  });

  it('are the same as in every database that has them: none was edited', () => {
    const recorded = JSON.parse(readFileSync('src/test/appliedMigrations.json', 'utf8')) as Record<string, string>;
    const now = Object.fromEntries(readMigrations().map(({ name, sql }) => [name, checksumOf(sql)]));
    expect(now).toMatchObject(recorded);
  });

  it('are each applied with their record, or not at all', async () => {
    await onCopy(async (client, url) => {
      const apply = migrationOn(url);
      const found = `select to_regclass('added')::text as "table", (select count(*)::int from _prisma_migrations where migration_name = '${ADDED}') as records`;
      const left = async (): Promise<unknown> => (await client.query(found)).rows[0];
      const nothing = { table: null, records: 0 };
      expect(await apply('create table "added" ("n" int);\nselect 1 / 0')).toBe(
        `The migration ${ADDED} cannot be applied: division by zero`,
      );
      expect(await left()).toEqual(nothing);
      expect(await apply('create table "added" ("n" int);\nselect nobody from "tenant"')).toBe(
        `The migration ${ADDED} cannot be applied: line 2: column "nobody" does not exist`,
      );
      expect(await left()).toEqual(nothing);
      // As if the process or the database were killed half-way.
      expect(await apply('create table "added" ("n" int); select pg_terminate_backend(pg_backend_pid())')).toContain(ADDED);
      expect(await left()).toEqual(nothing);
      expect(await apply('create table "added" ("n" int)')).toEqual([ADDED]);
      expect(await left()).toEqual({ table: 'added', records: 1 });
    });
  });

  it('that PostgreSQL refuses inside a transaction, or that end it, are refused by name', async () => {
    await onCopy(async (_, url) => {
      const apply = migrationOn(url);
      expect(await apply('create index concurrently "added" on "tenant" ("name")')).toBe(
        `The migration ${ADDED} cannot be applied: CREATE INDEX CONCURRENTLY cannot run inside a transaction block`,
      );
      expect(await apply('create table "added" ("n" int); commit; select 1')).toBe(
        `The migration ${ADDED} cannot be applied: it ends the transaction in which it is applied`,
      );
    });
  });

  it('that an earlier version began and did not finish are begun again', async () => {
    await onCopy(async (client, url) => {
      await client.query(`insert into _prisma_migrations (id, checksum, migration_name) values ('begun', '', '${ADDED}')`);
      expect(await migrationOn(url)('create table "added" ("n" int)')).toEqual([ADDED]);
      const { rows } = await client.query(
        `select id <> 'begun' as "isNew", finished_at is not null as "isDone" from _prisma_migrations where migration_name = '${ADDED}'`,
      );
      expect(rows).toEqual([{ isNew: true, isDone: true }]);
    });
  });

  it('are applied once by replicas that start together', async () => {
    await onCopy(async (client, url) => {
      const apply = migrationOn(url);
      const answers = await Promise.all([1, 2, 3].map(() => apply('create table "added" ("n" int)')));
      expect(answers.map((names) => names.length).sort()).toEqual([0, 0, 1]);
      const { rows } = await client.query(`select from _prisma_migrations where migration_name = '${ADDED}'`);
      expect(rows).toHaveLength(1);
    });
  });

  it('that were edited after they were applied are named, and line ends do not matter', async () => {
    await onCopy(async (client, url) => {
      const said: string[] = [];
      await client.query(`update _prisma_migrations set checksum = 'of another file' where migration_name = $1`, [FIRST]);
      const migrations = readMigrations().map(({ name, sql }) => ({ name, sql: sql.replaceAll('\n', '\r\n') }));
      expect(await migrate({ url, isSingleLogin, log: (line) => said.push(line), migrations })).toEqual([]);
      expect(said).toEqual([`The migration ${FIRST} was modified after this database applied it.`]);
    });
  });

  it('of a newer version are named, and refused unless the operator allows them', async () => {
    await onCopy(async (client, url) => {
      const names = ['29990101000000_newer', '29990202000000_newest'];
      for (const name of names)
        await client.query(`insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ($1, '', $1, now())`, [name]);
      const refusal = new RegExp(`does not know ${names.join(', ')}\\. Start that version.*ALLOW_NEWER_SCHEMA=1`);
      await expect(migrate({ url, isSingleLogin, log: quiet })).rejects.toThrow(refusal);
      await expect(isMigrated({ url, log: quiet })).rejects.toThrow(refusal);
      const said: string[] = [];
      const allowed = { url, isSingleLogin, log: (line: string) => said.push(line), mayBeNewer: true };
      expect(await migrate(allowed)).toEqual([]);
      expect(await isMigrated(allowed)).toBe(true);
      expect(said).toEqual(Array(2).fill(expect.stringMatching(`^Warning: .* does not know ${names.join(', ')}\\.$`)));
    });
  });

  it.skipIf(isSingleLogin)('are not called missing by a login that may not connect', async () => {
    const { url, addresses, drop } = await createTestDatabase();
    try {
      await connected(url, (client) => client.query(`revoke connect on database "${new URL(url).pathname.slice(1)}" from public`));
      await expect(isMigrated({ url: addresses.app, log: quiet })).rejects.toThrow('permission denied for database');
    } finally {
      await drop();
    }
  });

  it('do not begin among the tables of something else', async () => {
    await onCopy(async (client, url) => {
      await client.query('drop table _prisma_migrations');
      await expect(migrate({ url, isSingleLogin, log: quiet })).rejects.toThrow(
        'The database has tables, such as "account", but no record of migrations.',
      );
      const { rows } = await client.query(`select to_regclass('_prisma_migrations') as found`);
      expect(rows).toEqual([{ found: null }]);
    });
  });

  it('do not begin in the database of another program that keeps such records', async () => {
    await onCopy(async (client, url) => {
      await client.query(`delete from _prisma_migrations`);
      await client.query(
        `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('1', '', '20200101000000_init', now())`,
      );
      await expect(migrate({ url, isSingleLogin, log: quiet, mayBeNewer: true })).rejects.toThrow('belongs to another program');
    });
  });

  it('remove misleading statistics of tenants, where the server can forget them', async () => {
    const { url, addresses, drop } = await createTestDatabase();
    const [client, app] = [url, addresses.app].map((connectionString) => new Client({ connectionString })) as [Client, Client];
    await Promise.all([client.connect(), app.connect()]);
    try {
      const bind = (tenantId: string): Promise<unknown> => app.query(bindingSql({ tenantId, lasts: 'session', isSingleLogin }));
      /** How many rows the planner expects for a tenant that has none. */
      const expected = async (): Promise<number> => {
        await bind(randomUUID());
        const { rows } = await app.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
          `explain (format json) select from "dataset" where "tenantId" = '${randomUUID()}'`,
        );
        return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? NaN;
      };
      await client.query('alter table "dataset" alter column "tenantId" set statistics 100');
      await bind(randomUUID());
      await app.query(
        `insert into "dataset" ("tenantId", "id", "name", "technicalName", "classification")
         select current_setting('app.tenant')::uuid, gen_random_uuid(), 'One', 'one-' || n, 'Public' from generate_series(1, 10000) n`,
      );
      await client.query('analyze "dataset"');
      expect(await expected()).toBe(1);
      expect(await migrate({ url, isSingleLogin, log: () => undefined })).toEqual([]);
      const { rows } = await client.query<{ server: number }>(`select current_setting('server_version_num')::int as server`);
      if ((rows[0]?.server ?? 0) >= 180_000) expect(await expected()).toBe(50);
    } finally {
      await Promise.all([client.end(), app.end()]);
      await drop();
    }
  });
});
