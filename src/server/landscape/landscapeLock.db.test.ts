import { expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { newTenant } from '@/test/tenants';
import type { TenantDb } from '@/server/db/tenantDb';
import { lockLandscape } from './landscapeLock';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase(16);

interface Holding {
  held: Promise<void>;
  /** Commits the transaction. */
  end(): Promise<void>;
}

/** A transaction that locks the landscape until it is ended. */
function hold(tenant: TenantDb, isExclusive: boolean): Holding {
  let commit = (): void => undefined;
  const mayEnd = new Promise<void>((resolve) => (commit = resolve));
  let running: Promise<void> = Promise.resolve();
  const held = new Promise<void>((resolve, reject) => {
    running = write(tenant, async (tx) => {
      await lockLandscape(tx, tenant.tenantId, isExclusive);
      resolve();
      await mayEnd;
    });
    running.catch(reject);
  });
  return {
    held,
    end: () => {
      commit();
      return running;
    },
  };
}

it('writers share a landscape; a writer that needs exclusive access waits for earlier writers, and later ones wait for it', async () => {
  const tenant = await newTenant(database);
  const [first, second] = [hold(tenant, false), hold(tenant, false)];
  await Promise.all([first.held, second.held]);
  const alone = hold(tenant, true);
  await first.end();
  const isThrough = alone.held.then(() => true);
  expect(await Promise.race([isThrough, tellLater(tenant)])).toBe(false);
  await second.end();
  expect(await isThrough).toBe(true);
  const later = hold(tenant, false);
  expect(await Promise.race([later.held.then(() => true), tellLater(tenant)])).toBe(false);
  await alone.end();
  await later.held;
  await later.end();
});

it('a writer that needs exclusive access gets it even if there is always another writer', async () => {
  const tenant = await newTenant(database);
  let writer = hold(tenant, false);
  await writer.held;
  const alone = hold(tenant, true);
  let isThrough = false;
  void alone.held.then(() => (isThrough = true));
  let writers = 1;
  while (!isThrough && writers < 100) {
    const next = hold(tenant, false);
    writers += 1;
    // Each writer starts before the previous one has ended, unless it has to wait for the writer that needs exclusive access.
    await Promise.race([next.held, tellLater(tenant)]);
    await writer.end();
    writer = next;
    await tellLater(tenant);
  }
  expect(writers).toBeLessThan(40);
  await alone.end();
  await writer.held;
  await writer.end();
});

/** Resolves with false after a few round trips of another connection. */
async function tellLater(tenant: TenantDb): Promise<boolean> {
  for (let round = 0; round < 6; round++) await read(tenant, (tx) => tx.landscapeVersion.findFirst());
  return false;
}
