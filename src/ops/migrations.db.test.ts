/** The migrations and the Prisma schema agree. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { migrate } from '@/ops/migrate';
import { createMigrationAdapter } from '@/ops/migrationAdapter';
import { differenceToModel, projectSchema, readMigrations } from '@/ops/schemaEngine';
import { bindingSql } from '@/server/db/bindTenant';
import { createTestDatabase } from '@/test/database';

const { isSingleLogin } = inject('template');

describe('the migrations', () => {
  it('create exactly what schema.prisma says', async () => {
    expect(readMigrations(projectSchema()).migrationDirectories.length).toBeGreaterThan(0);
    expect(await differenceToModel(inject('template').owner, projectSchema())).toBe('');
  });

  it('do nothing on a database that has them all', async () => {
    const { url, drop } = await createTestDatabase();
    try {
      expect(await migrate({ url, isSingleLogin, log: () => undefined })).toEqual([]);
    } finally {
      await drop();
    }
  });

  it('that a killed process began are begun again, and commit together with their record', async () => {
    const { url, drop } = await createTestDatabase();
    const directory = mkdtempSync(join(tmpdir(), 'faultline-migrations-'));
    cpSync('prisma', directory, { recursive: true });
    const source = { schemaPath: join(directory, 'schema.prisma'), migrationsDirectory: join(directory, 'migrations') };
    const added = join(source.migrationsDirectory, '29990101000000_added');
    mkdirSync(added);
    const client = new Client({ connectionString: url });
    await client.connect();
    const add = async (sql: string): Promise<unknown> => {
      writeFileSync(join(added, 'migration.sql'), sql);
      return migrate({ url, isSingleLogin, log: () => undefined, source }).catch((error: unknown) => (error as Error).message);
    };
    const records = async (): Promise<boolean[]> => {
      const sql = `select "finished_at" is not null as done from "_prisma_migrations" where "migration_name" = '29990101000000_added'`;
      return (await client.query<{ done: boolean }>(sql)).rows.map(({ done }) => done);
    };
    try {
      // What a kill leaves: the record that it was begun, and nothing of it.
      expect(await add('create table "added" ("n" int); select 1 / 0')).toContain('apply_migration');
      expect([await records(), (await client.query(`select to_regclass('added') as "found"`)).rows]).toEqual([[false], [{ found: null }]]);
      // The script and its record commit together, so both are visible or neither, whatever happened to the process.
      const { factory, close } = createMigrationAdapter(url);
      const adapter = await factory.connect();
      await adapter.executeScript('create table "added" ("n" int)');
      await close();
      expect([await records(), (await client.query(`select to_regclass('added')::text as "found"`)).rows]).toEqual([
        [true],
        [{ found: 'added' }],
      ]);
      expect(await add('create table "added" ("n" int); select 1 / 0')).toEqual([]);
    } finally {
      await client.end();
      await drop();
      rmSync(directory, { recursive: true, force: true });
    }
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
