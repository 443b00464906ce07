/** From an accepted signal to the snapshot: durable, folded, once, and by one consumer at a time. */
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, WITHOUT_REVENUE, newTenant } from '@/test/tenants';
import { createDependency } from '@/server/landscape/dependencies';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { createEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { acceptSignal, acceptSignals, signedBy } from './acceptSignals';
import { claimWork } from './claimWork';
import { consumeHealth } from './consume';
import { pastStates } from './pastStates';
import { readHealthImpact, readSnapshot } from './readImpact';
import { runTurn } from './recompute';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });
const now = new Date();
const at = (seconds: number): string => new Date(now.getTime() + seconds * 1_000).toISOString();

/** web → db, in one application that supports one capability of one paying audience. */
async function shop(plan: 'Business' | 'Enterprise' = 'Enterprise'): Promise<{ tenant: TenantDb; web: string; db: string }> {
  const tenant = await newTenant(database, plan);
  const capability = await createEntity(tenant, EVERYTHING, 'capability', named('sell'));
  const application = await createEntity(tenant, EVERYTHING, 'application', { ...named('shop'), capabilityIds: [capability.id] });
  const [web, db] = [
    await createEntity(tenant, EVERYTHING, 'component', { ...named('web'), applicationId: application.id }),
    await createEntity(tenant, EVERYTHING, 'component', { ...named('db'), applicationId: application.id }),
  ];
  await createDependency(tenant, EVERYTHING, { sourceComponentId: web.id, targetComponentId: db.id, dependencyType: 'Reads' });
  const capabilities = [{ capabilityId: capability.id, revenueShare: 1 }];
  await createEntity(tenant, EVERYTHING, 'segment', { ...named('buyers'), audienceType: 'Customers', annualRevenue: 8_760, capabilities });
  return { tenant, web: web.id, db: db.id };
}

const consume = (tenant: TenantDb) => consumeHealth(30_000, tenant.tenantId);
const records = (tenant: TenantDb) => read(tenant, (tx) => tx.healthSignalRecord.findMany({ orderBy: { acceptedAt: 'asc' } }));

describe('intake', () => {
  it('attributes a person’s report to them, refuses another source, and lets a key name any source', async () => {
    const { tenant } = await shop();
    const grace = { type: 'person', name: 'Grace' } as const;
    const report = { component: 'db', state: 'Outage' as const };
    const ofAnother = { ...report, source: 'prometheus' };
    expect(() => signedBy(grace, ofAnother, 'signals[3].source')).toThrow(
      expect.objectContaining({ code: 'invalid_input', issues: [expect.objectContaining({ path: 'signals[3].source' })] }),
    );
    for (const signed of [
      signedBy(grace, report),
      signedBy(grace, { ...report, source: 'Grace' }),
      signedBy({ type: 'key', name: 'CI' }, ofAnother),
    ])
      await acceptSignal(tenant, 'Enterprise', signed, now);
    const queued = await read(tenant, (tx) => tx.healthSignal.findMany({ orderBy: { position: 'asc' }, select: { source: true } }));
    expect(queued).toEqual([{ source: 'Grace' }, { source: 'Grace' }, { source: 'prometheus' }]);
  });

  it('answers once the signal is in the queue, for an id in any case or a technicalName', async () => {
    const { tenant, db } = await shop();
    const byName = await acceptSignal(tenant, 'Enterprise', { component: 'db', state: 'Outage' }, now);
    const byId = await acceptSignal(tenant, 'Enterprise', { component: db.toUpperCase(), state: 'Degraded', observedAt: at(-5) }, now);
    expect([byName, byId]).toMatchObject([
      { componentId: db, state: 'Outage', status: 'Queued' },
      { componentId: db, state: 'Degraded', status: 'Queued' },
    ]);
    const queued = await read(tenant, (tx) => tx.healthSignal.findMany({ orderBy: { position: 'asc' }, select: { signalId: true } }));
    expect(queued).toEqual([{ signalId: byName.signalId }, { signalId: byId.signalId }]);
    expect((await readSnapshot(tenant, EVERYTHING)).pendingSignals).toBe(2);
  });

  it('keeps the signals of many simultaneous callers, and answers each about its own', async () => {
    const { tenant } = await shop();
    const accepted = await Promise.all(
      Array.from({ length: 100 }, () => acceptSignal(tenant, 'Enterprise', { component: 'db', state: 'Outage' }, now)),
    );
    const stored = await read(tenant, (tx) => tx.healthSignal.findMany({ select: { signalId: true } }));
    expect(stored.map(({ signalId }) => signalId).sort()).toEqual(accepted.map(({ signalId }) => signalId).sort());
  });

  it('refuses an unknown component, another tenant’s, and a time too far ahead, each with its position', async () => {
    const [{ tenant }, other] = [await shop(), await shop()];
    const { outcomes } = await acceptSignals(
      tenant,
      'Enterprise',
      [
        { component: 'nothing', state: 'Outage' },
        { component: other.db, state: 'Outage' },
        { component: 'db', state: 'Outage', observedAt: at(301) },
        { component: 'db', state: 'Outage', observedAt: at(299) },
      ],
      now,
    );
    expect(outcomes.map((outcome) => ('refused' in outcome ? outcome.refused.code : outcome.accepted.status))).toEqual([
      'not_found',
      'not_found',
      'invalid_input',
      'Queued',
    ]);
  });

  it('stores what the cap allows and says when to send the rest again', async () => {
    const { tenant } = await shop('Business');
    const { outcomes } = await acceptSignals(
      tenant,
      'Business',
      Array.from({ length: 700 }, () => ({ component: 'db', state: 'Outage' as const })),
      now,
    );
    const refused = outcomes.flatMap((outcome) => ('refused' in outcome ? [outcome.refused] : []));
    expect(
      refused.every(({ code, retryAfterSeconds }) => code === 'rate_limited' && retryAfterSeconds !== undefined && retryAfterSeconds >= 1),
    ).toBe(true);
    expect(outcomes.slice(0, 600).every((outcome) => 'accepted' in outcome)).toBe(true);
    expect(await read(tenant, (tx) => tx.healthSignal.count())).toBe(700 - refused.length);
  });
});

describe('the consumer', () => {
  it('turns a signal into the snapshot: what is affected, why, and what it costs', async () => {
    const { tenant } = await shop();
    expect(await readSnapshot(tenant, EVERYTHING)).toMatchObject({
      version: 0,
      states: { unreported: 2, Healthy: 0 },
      impacted: [],
      applications: [],
    });
    await acceptSignal(tenant, 'Enterprise', { component: 'db', state: 'Outage', observedAt: at(-60) }, now);
    expect(await consume(tenant)).toMatchObject({ tenants: 1, signals: 1, failures: 0, isUnfinished: false });
    const snapshot = await readSnapshot(tenant, EVERYTHING);
    expect(snapshot).toMatchObject({
      version: 1,
      pendingSignals: 0,
      states: { Healthy: 0, Warning: 0, Degraded: 0, Outage: 1, unreported: 1 },
      unhealthy: [{ technicalName: 'db', state: 'Outage', since: at(-60) }],
      impacted: [
        { technicalName: 'db', effectiveState: 'Outage', cause: 'db' },
        { technicalName: 'web', effectiveState: 'Outage', cause: 'db' },
      ],
      applications: [{ technicalName: 'shop', effectiveState: 'Outage' }],
      capabilities: [{ technicalName: 'sell', effectiveState: 'Outage' }],
      audiences: [{ technicalName: 'buyers', effectiveState: 'Outage' }],
      revenueExposure: { perHour: 1, expectedPerHour: 1 },
    });
    const withoutRevenue = await readSnapshot(tenant, WITHOUT_REVENUE);
    expect(withoutRevenue).not.toHaveProperty('revenueExposure');
    expect(withoutRevenue.withheld).toEqual(['revenueExposure']);
    const byCause = await readHealthImpact(tenant, WITHOUT_REVENUE);
    expect(byCause.causes).toMatchObject([{ technicalName: 'db', state: 'Outage', applications: [{ technicalName: 'shop' }] }]);
    expect(JSON.stringify(byCause)).not.toMatch(/perYear|perHour/);
  });

  it('folds a burst, keeps late signals as history, and goes back to healthy', async () => {
    const { tenant, db } = await shop();
    await acceptSignals(
      tenant,
      'Enterprise',
      Array.from({ length: 300 }, (_, index) => ({
        component: 'db',
        state: index === 299 ? ('Degraded' as const) : ('Outage' as const),
        observedAt: at(-10),
      })),
      now,
    );
    await acceptSignal(tenant, 'Enterprise', { component: db, state: 'Healthy', observedAt: at(-11) }, now);
    await consume(tenant);
    expect((await readSnapshot(tenant, EVERYTHING)).unhealthy).toMatchObject([{ technicalName: 'db', state: 'Degraded' }]);
    await acceptSignal(tenant, 'Enterprise', { component: db, state: 'Outage', observedAt: at(-20) }, now);
    await acceptSignal(tenant, 'Enterprise', { component: db, state: 'Healthy', observedAt: at(-1) }, now);
    await consume(tenant);
    expect(await readSnapshot(tenant, EVERYTHING)).toMatchObject({
      version: 2,
      unhealthy: [],
      impacted: [],
      states: { Healthy: 1, unreported: 1 },
    });
    const counts = new Map<string, number>();
    for (const { outcome } of await records(tenant)) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({ Applied: 2, Superseded: 300, Late: 1 });
  });

  it('writes events in the same transaction: health by component, impact once', async () => {
    const { tenant, db } = await shop();
    await acceptSignal(tenant, 'Enterprise', { component: db, state: 'Outage' }, now);
    await consume(tenant);
    const events = await read(tenant, (tx) =>
      tx.event.findMany({ where: { type: { in: ['health.changed', 'impact.changed'] } }, orderBy: { sequence: 'asc' } }),
    );
    expect(events.map(({ type }) => type)).toEqual(['health.changed', 'impact.changed']);
    expect(events[0]?.payload).toMatchObject({ componentId: db, component: 'db', state: 'Outage', previousState: null });
    const all = await read(tenant, (tx) => tx.event.findMany({ orderBy: { sequence: 'asc' }, select: { sequence: true } }));
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
  });

  it('follows the landscape too: a deleted component impacts nothing', async () => {
    const { tenant, db } = await shop();
    await acceptSignal(tenant, 'Enterprise', { component: db, state: 'Outage' }, now);
    await consume(tenant);
    await acceptSignal(tenant, 'Enterprise', { component: db, state: 'Degraded' }, now);
    await deleteEntity(tenant, EVERYTHING, 'component', 'db', true, null);
    await consume(tenant);
    expect(await readSnapshot(tenant, EVERYTHING)).toMatchObject({
      version: 2,
      unhealthy: [],
      impacted: [],
      states: { unreported: 1, Outage: 0 },
    });
    expect((await records(tenant)).map(({ outcome }) => outcome)).toEqual(['Applied', 'Gone']);
  });

  it('lets one consumer have a tenant at a time, and one that lost its lease write nothing', async () => {
    const { tenant, db } = await shop();
    await acceptSignal(tenant, 'Enterprise', { component: db, state: 'Outage' }, now);
    const claim = await claimWork(tenant.tenantId);
    expect(await claimWork(tenant.tenantId)).toBeNull();
    if (claim === null) throw new Error('There was work.');
    await write(tenant, (tx) => tx.healthWork.updateMany({ data: { leaseUntil: new Date(0) } }));
    const second = await claimWork(tenant.tenantId);
    expect(await runTurn(claim)).toBeNull();
    expect((await readSnapshot(tenant, EVERYTHING)).version).toBe(0);
    if (second === null) throw new Error('The lease had run out.');
    expect(await runTurn(second)).toEqual({ signals: 1, isUnfinished: false, dueInMs: null });
    expect((await readSnapshot(tenant, EVERYTHING)).version).toBe(1);
  });

  it('processes every signal once when many consumers run', async () => {
    const { tenant } = await shop();
    await acceptSignals(
      tenant,
      'Enterprise',
      Array.from({ length: 50 }, () => ({ component: 'db', state: 'Outage' as const })),
      now,
    );
    const consumed = await Promise.all([consume(tenant), consume(tenant), consume(tenant)]);
    expect(consumed.reduce((sum, { signals }) => sum + signals, 0)).toBe(50);
    expect(await records(tenant)).toHaveLength(50);
  });
});

describe('two signals of one request that were observed at the same time', () => {
  it('count in the order of the request, in the present and in the past, even if a third replaces both', async () => {
    const { tenant } = await shop();
    const application = (await read(tenant, (tx) => tx.application.findFirst()))?.id ?? '';
    const names = Array.from({ length: 12 }, (_, index) => `part-${index}`);
    for (const name of names) await createEntity(tenant, EVERYTHING, 'component', { ...named(name), applicationId: application });
    const states = (index: number) => (index % 2 === 0 ? (['Outage', 'Degraded'] as const) : (['Degraded', 'Outage'] as const));
    const twice = [0, 1].flatMap((turn) =>
      names.map((component, index) => ({ component, state: states(index)[turn as 0 | 1], observedAt: at(-60) })),
    );
    await acceptSignals(tenant, 'Enterprise', twice, now);
    const third = names.slice(6).map((component) => ({ component, state: 'Warning' as const, observedAt: at(-30) }));
    await acceptSignals(tenant, 'Enterprise', third, now);
    await consume(tenant);
    const nameOf = new Map((await read(tenant, (tx) => tx.component.findMany())).map(({ id, technicalName }) => [id, technicalName]));
    const told = async (seconds: number): Promise<unknown> => {
      const { unhealthy } = await pastStates(tenant, new Date(at(seconds)));
      return Object.fromEntries(unhealthy.map(({ componentId, state }) => [nameOf.get(componentId), state]));
    };
    const later = Object.fromEntries(names.map((name, index) => [name, states(index)[1]]));
    expect(await told(-45)).toEqual(later);
    const { unhealthy } = await readSnapshot(tenant, EVERYTHING);
    const present = { ...later, ...Object.fromEntries(names.slice(6).map((name) => [name, 'Warning'])) };
    expect(Object.fromEntries(unhealthy.map(({ technicalName, state }) => [technicalName, state]))).toEqual(present);
    expect(await told(0)).toEqual(present);
  });
});
