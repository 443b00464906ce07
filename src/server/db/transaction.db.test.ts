/** Statements that bypass the ORM, on the connection of its transaction. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { newTenant } from '@/test/tenants';
import { runWithin, type RunSql } from './transaction';
import type { TenantDb } from './tenantDb';
import { read } from './read';
import { write } from './write';

const { database } = await useTestDatabase(4);

const RENAME = `update "tenant" set "name" = $2 where "id" = $1::uuid returning "name"`;

const nameOf = async (tenant: TenantDb): Promise<string | undefined> =>
  (await read(tenant, (tx) => tx.tenant.findUnique({ where: { id: tenant.tenantId } })))?.name;

it('see and change what the ORM sees in the same transaction, and are committed with it', async () => {
  const tenant = await newTenant(database);
  const { tenantId } = tenant;
  const seen = await write(tenant, async (tx) => {
    const run = runWithin(tx);
    const rows = await run<{ name: string }>(RENAME, [tenantId, 'Past it']);
    const byOrm = await tx.tenant.findUnique({ where: { id: tenantId } });
    await tx.tenant.update({ where: { id: tenantId }, data: { name: 'Through it' } });
    const after = await run<{ name: string }>(`select "name" from "tenant" where "id" = $1::uuid`, [tenantId]);
    return [rows[0]?.name, byOrm?.name, after[0]?.name];
  });
  expect(seen).toEqual(['Past it', 'Past it', 'Through it']);
  expect(await nameOf(tenant)).toBe('Through it');
});

it('are bound to the tenant, and rolled back with the rest', async () => {
  const [mine, other] = [await newTenant(database), await newTenant(database)];
  const before = await nameOf(mine);
  const failing = write(mine, async (tx) => {
    const run = runWithin(tx);
    expect(await run(RENAME, [other.tenantId, 'Stolen'])).toEqual([]);
    await run(RENAME, [mine.tenantId, 'Gone']);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await nameOf(mine)).toBe(before);
});

it('fail as statements of the ORM do, for the caller', async () => {
  const tenant = await newTenant(database);
  const insertTwice = write(tenant, async (tx) => {
    const run = runWithin(tx);
    const insert = `insert into "rate_bucket" ("tenantId", "subject", "tokens", "updatedAt") values ($1::uuid, 'one', 1, now())`;
    await run(insert, [tenant.tenantId]);
    await run(insert, [tenant.tenantId]);
  });
  await expect(insertTwice).rejects.toMatchObject({ code: 'conflict' });
});

it('send nothing once the transaction has ended, whichever way', { tags: ['long'] }, async () => {
  const tenant = await newTenant(database);
  const before = await nameOf(tenant);
  let late: RunSql | null = null;
  await write(tenant, async (tx) => {
    late = runWithin(tx);
  });
  await expect((late as unknown as RunSql)(RENAME, [tenant.tenantId, 'Late'])).rejects.toThrow('The transaction has ended.');

  let afterTimeout: unknown;
  const tooLong = read(
    tenant,
    async (tx) => {
      const run = runWithin(tx);
      // Until the ORM has rolled it back.
      for (let isOpen = true; isOpen; await delay(20))
        isOpen = await tx.$queryRaw`select 1`.then(
          () => true,
          () => false,
        );
      afterTimeout = await run(RENAME, [tenant.tenantId, 'Late']).catch((error: unknown) => error);
    },
    // Long enough for a busy machine to get as far as the loop.
    { timeoutMs: 2_000 },
  );
  await expect(tooLong).rejects.toThrow();
  expect(afterTimeout).toMatchObject({ message: 'The transaction has ended.' });
  expect(await nameOf(tenant)).toBe(before);
});
