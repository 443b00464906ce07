/**
 * An upgrade of an installation in use: a migration with everything that migrations have done so far. On a Citus, its tables are already
 * distributed, and the new one must be afterwards.
 */
import { Client } from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { migrate } from '@/ops/postgres/migrate';
import { readMigrations } from '@/ops/postgres/migrations';
import { tenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';
import { createEntity } from '@/server/landscape/entities';
import { useOwnDatabase } from '@/test/database';
import { PATIENT } from '@/test/patience';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { lockTables, readCatalog } from './distribute';
import { rowSecurity } from './planDistribution';
import { TENANT_TABLES } from './tables';

const { database, owner, addresses } = await useOwnDatabase();
const isOnCitus = inject('citus') !== null;
const TABLE = 'upgraded_component';

const MIGRATION = {
  name: '20990101000000_everything_that_migrations_do',
  sql: `
-- A table of tenants that refers to others of the same tenant.
CREATE TABLE "${TABLE}" ("tenantId" UUID NOT NULL, "componentId" UUID NOT NULL, "note" TEXT, CONSTRAINT "${TABLE}_pkey" PRIMARY KEY ("tenantId","componentId"));
ALTER TABLE "${TABLE}" ADD CONSTRAINT "${TABLE}_tenantId_componentId_fkey" FOREIGN KEY ("tenantId", "componentId") REFERENCES "component"("tenantId", "id") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "${TABLE}" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "${TABLE}" FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON "${TABLE}" TO faultline_app USING ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid) WITH CHECK ("tenantId" = nullif(current_setting('app.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON "${TABLE}" TO faultline_app;
-- Columns, a key, a check, an index and a value of an enum.
ALTER TABLE "component" ADD COLUMN "nickname" TEXT, ADD COLUMN "rank" INTEGER NOT NULL DEFAULT 3;
ALTER TABLE "component" ADD CONSTRAINT "component_rank" CHECK ("rank" > 0);
CREATE INDEX "component_tenantId_rank_idx" ON "component"("tenantId", "rank");
ALTER TYPE "runtime" ADD VALUE 'Upgraded';
-- What rows of all tenants say.
ALTER TABLE "component" NO FORCE ROW LEVEL SECURITY;
UPDATE "component" SET "nickname" = upper("name");
ALTER TABLE "component" FORCE ROW LEVEL SECURITY;
`,
};

const tables = TENANT_TABLES as Record<string, string>;
afterAll(() => delete tables[TABLE]);

it('changes every table where it stands, and brings the new one to its tenants', async () => {
  const tenants = await Promise.all([1, 2, 3, 4, 5].map(() => newTenant(database)));
  const ids: string[] = [];
  for (const tenant of tenants) {
    const { id: applicationId } = await createEntity(tenant, EVERYTHING, 'application', { name: 'Shop', technicalName: 'shop' });
    ids.push((await createEntity(tenant, EVERYTHING, 'component', { name: 'db', technicalName: 'db', applicationId })).id);
  }
  tables[TABLE] = 'tenantId';
  const options = { url: addresses.owner, isSingleLogin: addresses.isSingleLogin, log: () => undefined };
  const upgraded = { ...options, migrations: [...readMigrations(), MIGRATION] };
  if (isOnCitus) {
    const mover = new Client({ connectionString: addresses.owner });
    await mover.connect();
    expect(await lockTables(mover)).toBe(true);
    await expect(migrate(upgraded)).rejects.toThrow('Tables are being distributed or moved');
    await mover.end();
    await expect.poll(() => migrate(upgraded).catch(() => null), PATIENT).toEqual([MIGRATION.name]);
  } else expect(await migrate(upgraded)).toEqual([MIGRATION.name]);
  for (const [index, { tenantId }] of tenants.entries()) {
    const rows = await write(tenantDb(database, tenantId), async (tx) => {
      await tx.$executeRawUnsafe(
        `insert into "${TABLE}" ("tenantId", "componentId", "note") values ($1::uuid, $2::uuid, 'new')`,
        tenantId,
        ids[index],
      );
      return tx.$queryRawUnsafe(
        `select c."nickname", c."rank", u."note" from "component" c join "${TABLE}" u on u."tenantId" = c."tenantId" and u."componentId" = c."id" where c."tenantId" = $1::uuid`,
        tenantId,
      );
    });
    expect(rows).toEqual([{ nickname: 'DB', rank: 3, note: 'new' }]);
  }
  if (!isOnCitus) return;
  const { rows: placed } = await owner.query(
    `select distinct colocation_id from citus_tables where table_name in ('${TABLE}'::regclass, 'component'::regclass, 'tenant'::regclass)`,
  );
  expect(placed).toHaveLength(1);
  // While shards move, the owner is exempt; a replica that starts meanwhile leaves that so.
  await owner.query(rowSecurity('component', 'no force'));
  expect(await migrate(upgraded)).toEqual([]);
  expect((await readCatalog(owner)).find(({ name }) => name === 'component')?.isRowSecurityForced).toBe(false);
  await owner.query(rowSecurity('component', 'force'));
});
