/** Work that fails: which failures count against a signal, how the guilty signal is found, and how all of this is visible. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import type { HealthState } from '@/domain/vocabulary';
import { useOwnDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { createLog } from '@/server/observability/log';
import { processState } from '@/server/processState';
import { createEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptSignal } from './acceptSignals';
import { claimWork, giveUpClaim } from './claimWork';
import { consumeHealth } from './consume';
import { listSignals } from './listSignals';
import { onNudge } from '@/server/wake/nudges';
import { readSnapshot } from './readImpact';
import { SET_ASIDE_FROM } from './retryPolicy';
import { write } from '@/server/db/write';

const { database, owner } = await useOwnDatabase();
// Requests are meant to fail here, so nobody needs to read about it.
processState('log', () => createLog('silent', () => undefined));
afterAll(() => onNudge(null));

async function components(...names: string[]): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const application = await createEntity(tenant, EVERYTHING, 'application', { name: 'shop', technicalName: 'shop' });
  for (const name of names)
    await createEntity(tenant, EVERYTHING, 'component', { name, technicalName: name, applicationId: application.id });
  return tenant;
}

const push = (tenant: TenantDb, component: string, state: HealthState = 'Outage', message = 'down') =>
  acceptSignal(tenant, 'Enterprise', { component, state, message }, new Date());

/** Tests do not wait: work that failed may be retried at once. */
const forgetWaiting = (tenant: TenantDb) => write(tenant, (tx) => tx.healthWork.updateMany({ data: { leaseUntil: null } }));

async function consumeUntilQuiet(tenant: TenantDb, most: number): Promise<number> {
  for (let failures = 0; failures < most; failures += 1) {
    await forgetWaiting(tenant);
    if ((await consumeHealth(30_000, tenant.tenantId)).failures === 0) return failures;
  }
  return most;
}

const statuses = async (tenant: TenantDb): Promise<string[]> =>
  (await listSignals(tenant, {})).items
    .map(({ component, status, reason }) => [component, status, ...(reason === null ? [] : [reason])].join(' '))
    .sort();

/** Lets the database refuse rows that meet the condition, as a defect in the rules over it would. */
async function refuse(table: string, condition: string, state = '22023'): Promise<void> {
  await owner.query(
    `create function refuse_${table}(is_met boolean) returns boolean language plpgsql immutable as $$ begin if is_met then raise exception 'refused' using errcode = '${state}'; end if; return true; end $$`,
  );
  await owner.query(`alter table "${table}" add constraint refused check (refuse_${table}(${condition})) not valid`);
}

async function accept(table: string): Promise<void> {
  await owner.query(`alter table "${table}" drop constraint if exists refused`);
  await owner.query(`drop function if exists refuse_${table}`);
}

describe('a poisoned signal', () => {
  afterEach(async () => {
    await accept('component_health');
    await accept('impact_snapshot');
  });

  it('is narrowed down among the others, set aside with the reason, and delays none of them', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `c${index}`);
    const tenant = await components(...names);
    for (const name of names) await push(tenant, name, 'Outage', name === 'c13' ? 'poison' : 'down');
    await refuse('component_health', `"message" = 'poison'`);
    expect(await consumeUntilQuiet(tenant, 10)).toBe(6);
    const expected = names.map((name) =>
      name === 'c13' ? 'c13 SetAside The database refused the result (SQLSTATE 22023).' : `${name} Applied`,
    );
    expect(await statuses(tenant)).toEqual(expected.sort());
    const { items, total, work } = await listSignals(tenant, { status: ['SetAside'], component: 'c13' });
    expect([items.length, total, items[0]?.message]).toEqual([1, 1, 'poison']);
    expect(work).toEqual({ pendingSignals: 0, failedAttempts: 0, lastError: null, nextAttemptAt: null });
    expect((await readSnapshot(tenant, EVERYTHING)).unhealthy).toHaveLength(24);
  });

  it('is not blamed for a failure that happens without it: nothing is set aside, and the reason for waiting is shown', async () => {
    const tenant = await components('web');
    await push(tenant, 'web');
    await refuse('impact_snapshot', 'true');
    expect(await consumeUntilQuiet(tenant, 9)).toBe(9);
    expect(await statuses(tenant)).toEqual([]);
    const reason = 'The database refused the result (SQLSTATE 22023).';
    const nextAttemptAt = expect.stringMatching(/^\d{4}-/) as string;
    expect((await listSignals(tenant, {})).work).toEqual({ pendingSignals: 1, failedAttempts: 9, lastError: reason, nextAttemptAt });
    await accept('impact_snapshot');
    expect(await consumeUntilQuiet(tenant, 3)).toBe(0);
    expect(await statuses(tenant)).toEqual(['web Applied']);
  });

  it('is not a signal that only failed because the database was down, however often', async () => {
    const tenant = await components('web');
    await push(tenant, 'web');
    for (let time = 0; time < 20; time += 1) {
      await forgetWaiting(tenant);
      const claim = await claimWork(tenant.tenantId);
      if (claim === null) throw new Error('There was work.');
      await giveUpClaim(claim, new AppError('unavailable', 'The database cannot be reached right now.'));
    }
    expect((await listSignals(tenant, {})).work).toMatchObject({
      pendingSignals: 1,
      failedAttempts: 0,
      lastError: 'The database cannot be reached right now.',
    });
    expect(await consumeUntilQuiet(tenant, 1)).toBe(0);
    expect(await statuses(tenant)).toEqual(['web Applied']);
  });
});

describe('the history of signals', () => {
  it('comes in pages, the latest first, by component under either name, and by outcome', async () => {
    const tenant = await components('web', 'db');
    for (const state of ['Outage', 'Degraded', 'Healthy'] as const) {
      await push(tenant, 'db', state);
      await consumeHealth(30_000, tenant.tenantId);
    }
    await push(tenant, 'web', 'Warning');
    await push(tenant, 'web', 'Outage');
    await consumeHealth(30_000, tenant.tenantId);
    const first = await listSignals(tenant, { limit: 3 });
    const second = await listSignals(tenant, { limit: 3, cursor: first.nextCursor ?? '' });
    const told = [...first.items, ...second.items].map(({ component, state, status }) => `${component} ${state} ${status}`);
    expect([told.slice(0, 2).sort(), told.slice(2)]).toEqual([
      ['web Outage Applied', 'web Warning Superseded'],
      ['db Healthy Applied', 'db Degraded Applied', 'db Outage Applied'],
    ]);
    expect([first.total, second.total, second.nextCursor]).toEqual([5, 5, null]);
    const componentId = first.items[0]?.componentId ?? '';
    const totalOf = async (filters: Parameters<typeof listSignals>[1]): Promise<number> => (await listSignals(tenant, filters)).total;
    const asked = [
      { component: 'db' },
      { component: componentId.toUpperCase() },
      { component: 'nobody' },
      { status: ['Superseded'] as ['Superseded'] },
      { until: '2026-01-01T00:00:00Z' },
    ];
    expect(await Promise.all(asked.map(totalOf))).toEqual([3, 2, 0, 1, 0]);
  });
});

describe('a signal at its last try', () => {
  afterEach(() => accept('component_health'));

  /** One waiting signal, which has failed as often as a signal may. */
  async function lastTry(): Promise<TenantDb> {
    const tenant = await components('web');
    await push(tenant, 'web');
    await write(tenant, (tx) => tx.healthWork.updateMany({ data: { attempts: SET_ASIDE_FROM, failures: SET_ASIDE_FROM } }));
    return tenant;
  }

  it.each([
    ['a full disk', '53100'],
    ['a statement that timed out', '57014'],
    ['a lost connection', '08006'],
    ['a deadlock', '40P01'],
  ])('is not set aside for %s, even if that fails this signal alone', async (_name, state) => {
    const tenant = await lastTry();
    await refuse('component_health', 'true', state);
    expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ failures: 1, signals: 0 });
    expect(await statuses(tenant)).toEqual([]);
    expect((await listSignals(tenant, {})).work).toMatchObject({ pendingSignals: 1, failedAttempts: SET_ASIDE_FROM });
  });

  it('is set aside for an error that would never go away', async () => {
    const tenant = await lastTry();
    await refuse('component_health', 'true');
    expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ failures: 0 });
    expect((await listSignals(tenant, {})).items.map(({ status }) => status)).toEqual(['SetAside']);
  });
});

describe('the consumer', () => {
  it('is woken by the commit of a transaction that stored a signal, and not by a rollback', async () => {
    const tenant = await components('web');
    const woken: string[] = [];
    onNudge((tenantId) => void woken.push(tenantId));
    await write(tenant, async (tx) => {
      await push({ ...tenant, transaction: tx }, 'web');
      expect(woken).toEqual([]);
    });
    expect(woken).toEqual([tenant.tenantId]);
    const rolledBack = write(tenant, async (tx) => {
      await push({ ...tenant, transaction: tx }, 'web');
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(woken).toEqual([tenant.tenantId]);
  });
});
