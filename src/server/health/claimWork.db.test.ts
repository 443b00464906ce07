/** Leases of tenants: renewed while their holder lives, free soon after it goes silent, and at once if it is known to be gone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { useOwnDatabase } from '@/test/database';
import { PATIENT } from '@/test/patience';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { createEntity } from '@/server/landscape/entities';
import { identifyProcess, ownName } from '@/server/processIdentity';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptSignal } from './acceptSignals';
import { claimWork, freeDeadClaims, keepClaim, type Claim } from './claimWork';
import { consumeHealth } from './consume';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useOwnDatabase();
afterEach(() => vi.useRealTimers());

/** A tenant with a pending signal. */
async function waiting(): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const { id } = await createEntity(tenant, EVERYTHING, 'application', { name: 'shop', technicalName: 'shop' });
  await createEntity(tenant, EVERYTHING, 'component', { name: 'db', technicalName: 'db', applicationId: id });
  await acceptSignal(tenant, 'Enterprise', { component: 'db', state: 'Outage' }, new Date());
  return tenant;
}

async function claimed(tenant: TenantDb): Promise<Claim> {
  const claim = await claimWork(tenant.tenantId);
  if (claim === null) throw new Error('There was work.');
  return claim;
}

/** Seconds until the lease runs out, by the database's clock; null if there is no lease. */
async function secondsLeft(tenant: TenantDb): Promise<number | null> {
  const [row] = await read(
    tenant,
    (tx) => tx.$queryRaw<{ left: number | null }[]>`
    select extract(epoch from "leaseUntil" - statement_timestamp())::float8 as left from "health_work" where "tenantId" = ${tenant.tenantId}::uuid`,
  );
  return row?.left ?? null;
}

const shorten = (tenant: TenantDb, seconds: number) =>
  write(
    tenant,
    (tx) => tx.$executeRaw`
    update "health_work" set "leaseUntil" = statement_timestamp() + make_interval(secs => ${seconds}::float8) where "tenantId" = ${tenant.tenantId}::uuid`,
  );

it('a lease lasts four seconds, and its holder renews it each second until it is released', async () => {
  const tenant = await waiting();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const claim = await claimed(tenant);
  expect(await secondsLeft(tenant)).toBeLessThanOrEqual(4);
  const release = keepClaim(claim);
  await shorten(tenant, 2);
  vi.advanceTimersByTime(1_000);
  await vi.waitFor(async () => expect(await secondsLeft(tenant)).toBeGreaterThan(2.5), PATIENT);
  release();
  await shorten(tenant, 0);
  vi.advanceTimersByTime(5_000);
  expect((await claimWork(tenant.tenantId))?.leaseToken).not.toBe(claim.leaseToken);
  // The former holder cannot renew a lease that belongs to another.
  const stop = keepClaim(claim);
  await shorten(tenant, 60);
  vi.advanceTimersByTime(1_000);
  stop();
  expect(await secondsLeft(tenant)).toBeGreaterThan(30);
});

it('the lease of a dead process on this machine is free at once; that of a living process or another machine is not', async () => {
  const [ofDead, ofElsewhere] = [await waiting(), await waiting()];
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const own = JSON.parse(ownName()) as { space: string };
  const owner = { ...own, pid: child.pid ?? 0, startedAt: identifyProcess(child.pid ?? 0)?.startedAt ?? null };
  const hold = async (tenant: TenantDb, leaseOwner: object): Promise<void> => {
    await claimed(tenant);
    await write(tenant, (tx) => tx.healthWork.updateMany({ data: { leaseOwner: JSON.stringify(leaseOwner) } }));
    await shorten(tenant, 60);
  };
  await hold(ofDead, owner);
  await hold(ofElsewhere, { ...owner, space: 'elsewhere' });
  expect(await freeDeadClaims()).toBe(0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await consumeHealth(30_000)).signals).toBe(1);
  expect([await secondsLeft(ofDead), (await secondsLeft(ofElsewhere)) !== null]).toEqual([null, true]);
});
