/** The migrations and the Prisma schema agree. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { migrate } from '@/ops/migrate';
import { differenceToModel, projectSchema, readMigrations } from '@/ops/schemaEngine';
import { bindingSql } from '@/server/bindTenant';
import { createTestDatabase } from '@/test/database';

const { isSingleLogin } = inject('template');

describe('the migrations', () => {
  it('make exactly what schema.prisma says', async () => {
    expect(readMigrations(projectSchema()).migrationDirectories.length).toBeGreaterThan(0);
    expect(await differenceToModel(inject('template').owner, projectSchema())).toBe('');
  });

  it('have nothing to do on a database that has them all', async () => {
    const { url, drop } = await createTestDatabase();
    try {
      expect(await migrate({ url, isSingleLogin, log: () => undefined })).toEqual([]);
    } finally {
      await drop();
    }
  });

  it('make a tenant that the statistics do not know count as a part of the table again, where the server can forget', async () => {
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
