/**
 * What happens to signals when connections break at any moment: no accepted signal is lost, and none is blamed. The long suite covers
 * killed processes.
 */
import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import { useOwnDatabase } from '@/test/database';
import { randomRuns } from '@/test/randomRuns';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { createEntity } from '@/server/landscape/entities';
import { createLog } from '@/server/observability/log';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptSignal } from './acceptSignals';
import { consumeHealth } from './consume';
import { listSignals } from './listSignals';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const POOL_SIZE = 8;
const { database, administratorUrl } = await useOwnDatabase(POOL_SIZE);
// Requests are meant to fail here, so nobody needs to read about it.
processState('log', () => createLog('silent', () => undefined));

const outside = new Client({ connectionString: administratorUrl });
beforeAll(() => outside.connect());
afterAll(() => outside.end());

/** Breaks every connection of the service after this many round trips to the tenant's rows, which take longer where those are on another node. */
async function breakConnections({ tenantId }: TenantDb, roundTrips: number): Promise<void> {
  for (let done = 0; done < roundTrips; done += 1)
    await outside.query('select 1 from "signal_counter" where "tenantId" = $1::uuid', [tenantId]);
  await outside.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';

/** Retries, as a client does on 503, until a broken connection has been replaced. */
async function insisting<T>(work: () => Promise<T>, left = POOL_SIZE): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (left === 0 || !isUnavailable(error)) throw error;
    return insisting(work, left - 1);
  }
}

/** Tests do not wait: a claim whose holder lost its connection is free at once. */
const forgetClaims = (tenant: TenantDb) => insisting(() => write(tenant, (tx) => tx.healthWork.updateMany({ data: { leaseUntil: null } })));

async function consumeAll(tenant: TenantDb): Promise<void> {
  for (let waiting = 1; waiting > 0; waiting = await read(tenant, (tx) => tx.healthSignal.count())) {
    await forgetClaims(tenant);
    await insisting(() => consumeHealth(30_000, tenant.tenantId));
  }
}

const rounds = fc.array(
  fc.record({ pushes: fc.integer({ min: 1, max: 4 }), isConsuming: fc.boolean(), roundTrips: fc.integer({ min: 0, max: 8 }) }),
  { minLength: 4, maxLength: 6 },
);

it('no accepted signal is lost or set aside, however often connections break', async () => {
  const tenant = await newTenant(database);
  const application = await createEntity(tenant, EVERYTHING, 'application', { name: 'shop', technicalName: 'shop' });
  await createEntity(tenant, EVERYTHING, 'component', { name: 'web', technicalName: 'web', applicationId: application.id });
  const accepted: string[] = [];
  const push = async (): Promise<void> => {
    const { signalId } = await acceptSignal(tenant, 'Enterprise', { component: 'web', state: 'Degraded' }, new Date());
    accepted.push(signalId);
  };
  const passes = (error: unknown): void => expect(error).toSatisfy(isUnavailable);
  await fc.assert(
    fc.asyncProperty(rounds, async (steps) => {
      for (const { pushes, isConsuming, roundTrips } of steps) {
        await forgetClaims(tenant);
        const running = Array.from({ length: pushes }, () => push().catch(passes));
        const consuming = isConsuming ? consumeHealth(30_000, tenant.tenantId).catch(passes) : null;
        await breakConnections(tenant, roundTrips);
        await Promise.all([...running, consuming]);
      }
      // However early the connections broke, one is accepted.
      await insisting(push);
      await consumeAll(tenant);
      const kept = await read(tenant, (tx) => tx.healthSignalRecord.findMany({ select: { signalId: true } }));
      const ids = kept.map(({ signalId }) => signalId);
      expect(accepted.filter((id) => !ids.includes(id))).toEqual([]);
    }),
    randomRuns(3),
  );
  expect(accepted.length).toBeGreaterThan(0);
  expect((await listSignals(tenant, { status: ['SetAside'] })).total).toBe(0);
});
