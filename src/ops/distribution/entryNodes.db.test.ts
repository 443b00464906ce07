/**
 * Two Faultline servers that send their statements to two nodes of a Citus: if one holds a lock, the other waits, and what both count is
 * counted once. On a plain PostgreSQL, both use the same node.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import { openDatabase, type Database } from '@/server/db/database';
import { claimWork } from '@/server/health/claimWork';
import { acceptSignal } from '@/server/health/acceptSignals';
import { runOnce, type OnceOnly } from '@/server/idempotency';
import { createEntity } from '@/server/landscape/entities';
import { lockLandscape } from '@/server/landscape/landscapeLock';
import { forgetProcessState, processState } from '@/server/processState';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database: first, addresses, secondEntry } = await useTestDatabase();
const second = secondEntry === null ? openDatabase(addresses, 8) : openDatabase(secondEntry, 8, 'transaction');
afterAll(() => second.close());

/** The same tenant through either node. */
async function byBoth(): Promise<[TenantDb, TenantDb]> {
  const { tenantId } = await newTenant(first);
  return [tenantDb(first, tenantId), tenantDb(second, tenantId)];
}

/** Whether the landscape can be locked, alone or shared, without waiting for long. */
async function isFree(tenant: TenantDb, isExclusive: boolean): Promise<boolean> {
  try {
    await write(tenant, async (tx) => {
      await tx.$executeRaw`set local lock_timeout = '200ms'`;
      await lockLandscape(tx, tenant.tenantId, isExclusive);
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return false;
    throw error;
  }
}

/** Sends signals and turns to the database through this node. */
function serveBy(database: Database): void {
  forgetProcessState('database');
  processState('database', () => database);
}

const applications = (tenant: TenantDb): Promise<number> => read(tenant, (tx) => tx.application.count());
const numbered = (number: number) => ({ name: `Shop ${number}`, technicalName: `shop-${number}` });

describe('two entry nodes', () => {
  it.each([
    ['the first', 0, 1],
    ['the second', 1, 0],
  ] as const)('an exclusive lock on a landscape through %s holds for the other node too', async (_, here, there) => {
    const tenants = await byBoth();
    await write(tenants[here], async (tx) => {
      await lockLandscape(tx, tenants[here].tenantId, true);
      expect([await isFree(tenants[there], false), await isFree(tenants[there], true)]).toEqual([false, false]);
    });
    expect([await isFree(tenants[there], false), await isFree(tenants[there], true)]).toEqual([true, true]);
  });

  it('simultaneous changes through both raise one version, a step each, which both see', async () => {
    const [here, there] = await byBoth();
    const versionBy = async (tenant: TenantDb): Promise<number> =>
      Number((await read(tenant, (tx) => tx.landscapeVersion.findFirstOrThrow({ where: { tenantId: tenant.tenantId } }))).version);
    const before = await versionBy(here);
    const changes = Array.from({ length: 12 }, (_, number) =>
      createEntity(number % 2 === 0 ? here : there, EVERYTHING, 'application', numbered(number)),
    );
    await Promise.all(changes);
    expect([await versionBy(here), await versionBy(there)]).toEqual([before + 12, before + 12]);
    const sets = await read(there, (tx) => tx.changeSet.findMany({ where: { tenantId: there.tenantId } }));
    expect(new Set(sets.map(({ version }) => version)).size).toBe(sets.length);
  });

  it('one Idempotency-Key used through both at once does its work once', async () => {
    const tenants = await byBoth();
    const once: OnceOnly = { key: randomUUID(), method: 'POST', path: '/applications', body: { name: 'Shop' }, isSecret: false };
    const answers = await Promise.allSettled(
      tenants.map((tenant, number) =>
        runOnce(tenant, EVERYTHING, once, async (within) => {
          await createEntity(within, EVERYTHING, 'application', numbered(number));
          return { data: 'done' };
        }),
      ),
    );
    expect(await applications(tenants[0])).toBe(1);
    const said = answers.map((answer) => (answer.status === 'rejected' ? (answer.reason as { code?: string }).code : answer.value));
    expect(said).toContainEqual({ data: 'done', isReplay: false });
    for (const each of said)
      expect([{ data: 'done', isReplay: false }, { data: 'done', isReplay: true }, 'idempotency_in_progress']).toContainEqual(each);
    expect(await runOnce(tenants[1], EVERYTHING, once, () => expect.unreachable('it was done'))).toEqual({ data: 'done', isReplay: true });
  });

  it('signals through both share one sequence of numbers, and a tenant is claimed through only one node', async () => {
    const tenants = await byBoth();
    const { id: applicationId } = await createEntity(tenants[0], EVERYTHING, 'application', numbered(1));
    await createEntity(tenants[0], EVERYTHING, 'component', { name: 'db', technicalName: 'db', applicationId });
    for (let number = 0; number < 6; number++) {
      serveBy(number % 2 === 0 ? first : second);
      await acceptSignal(tenants[number % 2]!, 'Enterprise', { component: 'db', state: number < 3 ? 'Outage' : 'Healthy' }, new Date());
    }
    const stored = await read(tenants[1], (tx) =>
      tx.healthSignal.findMany({ where: { tenantId: tenants[1].tenantId }, orderBy: { position: 'asc' } }),
    );
    const [{ position: start } = { position: 0n }] = stored;
    expect(stored.map(({ position }) => Number(position - start))).toEqual([0, 1, 2, 3, 4, 5]);
    const claims = [];
    for (const database of [first, second, first]) {
      serveBy(database);
      claims.push(await claimWork(tenants[0].tenantId));
    }
    expect(claims.map((claim) => claim !== null)).toEqual([true, false, false]);
  });
});
