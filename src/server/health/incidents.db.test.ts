/** Incidents through the pipeline: from signals and time to rows, timelines, events and the snapshot, with people acting in between. */
import { describe, expect, it } from 'vitest';
import type { Incident } from '@/contract/incidents';
import type { AppError } from '@/domain/errors';
import type { HealthState } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { updateTenant } from '@/server/auth/tenants';
import { createDependency } from '@/server/landscape/dependencies';
import { deleteEntity } from '@/server/landscape/deleteEntity';
import { createEntity } from '@/server/landscape/entities';
import type { TenantDb } from '@/server/db/tenantDb';
import { acknowledge, comment, resolve } from './actOnIncident';
import { acceptSignals } from './acceptSignals';
import { claimWork } from './claimWork';
import { createWindow, updateWindow } from './maintenanceWindows';
import { listIncidents } from './listIncidents';
import { getIncident } from './readIncidents';
import { readHealthImpact, readSnapshot } from './readImpact';
import { runTurn } from './recompute';
import { read } from '@/server/db/read';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

/** All of it lies in the past, so that whatever is due by the clock of these tests is due by the database's too. */
const START = Date.now() - 3 * 3_600_000;
const at = (seconds: number): Date => new Date(START + seconds * 1_000);

/** web → api → db in one application, with the product's own threshold (Degraded) and quiet time (300 s). */
async function shop(): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const application = await createEntity(tenant, EVERYTHING, 'application', named('shop'));
  const ids: Record<string, string> = {};
  for (const name of ['web', 'api', 'db'])
    ids[name] = (await createEntity(tenant, EVERYTHING, 'component', { ...named(name), applicationId: application.id })).id;
  const edge = (source: string, target: string) =>
    createDependency(tenant, EVERYTHING, {
      sourceComponentId: ids[source] ?? '',
      targetComponentId: ids[target] ?? '',
      dependencyType: 'Calls',
    });
  await edge('web', 'api');
  await edge('api', 'db');
  return tenant;
}

/** Reports health at the given time, and runs one turn at that time. Throws if there is nothing to do. */
async function turn(tenant: TenantDb, seconds: number, report: Record<string, HealthState> = {}): Promise<void> {
  const signals = Object.entries(report).map(([component, state]) => ({ component, state, observedAt: at(seconds).toISOString() }));
  if (signals.length > 0) await acceptSignals(tenant, 'Enterprise', signals, new Date());
  const claim = await claimWork(tenant.tenantId);
  if (claim === null) throw new Error('There is nothing to do.');
  expect(await runTurn(claim, at(seconds))).toMatchObject({ signals: signals.length, isUnfinished: false });
}

/** Every incident in words, oldest first: number, state, cause, symptoms. */
async function incidents(tenant: TenantDb): Promise<string[]> {
  const { items } = await listIncidents(tenant, {}, at(0));
  return items.reverse().map(({ number, state, cause, symptoms }) => [number, state, cause, ...symptoms].join(' '));
}

async function incident(tenant: TenantDb, number: number, seconds = 0): Promise<Incident> {
  const { items } = await listIncidents(tenant, {}, at(seconds));
  return getIncident(tenant, items.find((item) => item.number === number)?.id ?? '', at(seconds));
}

async function events(tenant: TenantDb): Promise<string[]> {
  const rows = await read(tenant, (tx) =>
    tx.event.findMany({ where: { type: { startsWith: 'incident.' } }, orderBy: { sequence: 'asc' } }),
  );
  return rows.map(({ type, payload }) => `${type} ${(payload as { number: number }).number}`);
}

const told = ({ timeline }: Incident): unknown[] =>
  timeline.map(({ sequence, at: moment, kind, facts }) => [sequence, (Date.parse(moment) - START) / 1_000, kind, facts]);
const refusal = (code: string) => expect.objectContaining({ code }) as AppError;

describe('incidents', () => {
  it('open, gain symptoms, pass through Monitoring, and resolve as time passes', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { db: 'Outage' });
    await turn(tenant, 10, { api: 'Degraded' });
    expect(await incidents(tenant)).toEqual(['1 Open db api']);
    await turn(tenant, 20, { api: 'Healthy', db: 'Healthy' });
    expect(await incidents(tenant)).toEqual(['1 Monitoring db']);
    const { dueAt } = await read(tenant, (tx) => tx.healthWork.findUniqueOrThrow({ where: { tenantId: tenant.tenantId } }));
    expect(dueAt).toEqual(at(320));
    await turn(tenant, 319);
    expect(await incidents(tenant)).toEqual(['1 Monitoring db']);
    await turn(tenant, 320);
    expect(await incidents(tenant)).toEqual(['1 Resolved db']);
    expect(await claimWork(tenant.tenantId)).toBeNull();
    const resolved = await incident(tenant, 1);
    expect(told(resolved)).toEqual([
      [1, 0, 'Opened', { cause: 'db', severity: 'Outage', symptoms: [], splitFromId: null }],
      [2, 10, 'SymptomsChanged', { joined: ['api'], left: [] }],
      [3, 20, 'Monitoring', { reason: 'CauseHealthy' }],
      [4, 20, 'SymptomsChanged', { joined: [], left: ['api'] }],
      [5, 320, 'Resolved', { reason: 'Quiet' }],
    ]);
    expect(resolved).toMatchObject({
      state: 'Resolved',
      severity: 'Outage',
      startedAt: at(0).toISOString(),
      openedAt: at(0).toISOString(),
      endedAt: at(20).toISOString(),
      healthySince: at(20).toISOString(),
      resolvedAt: at(320).toISOString(),
      closedAfterSeconds: 300,
      version: 4,
      symptomHistory: [{ technicalName: 'api', since: at(10).toISOString(), until: at(20).toISOString() }],
    });
    expect(await events(tenant)).toEqual(['incident.opened 1', 'incident.updated 1', 'incident.updated 1', 'incident.resolved 1']);
  });

  it('merge when a deeper cause shows up: the oldest survives with it, the others are final', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { web: 'Outage' });
    await turn(tenant, 10, { db: 'Outage' });
    expect(await incidents(tenant)).toEqual(['1 Open db web']);
    const other = await shop();
    await turn(other, 0, { web: 'Outage' });
    await turn(other, 5, { web: 'Healthy' });
    await turn(other, 6, { api: 'Outage' });
    await turn(other, 7, { web: 'Outage', db: 'Outage' });
    expect(await incidents(other)).toEqual(['1 Open db api web', '2 Merged api']);
    const [survivor, merged] = [await incident(other, 1), await incident(other, 2)];
    expect(merged.mergedIntoId).toBe(survivor.id);
    expect(told(merged).at(-1)).toEqual([2, 7, 'Merged', { intoId: survivor.id, cause: 'db' }]);
    expect(survivor.timeline.map(({ kind }) => kind)).toEqual([
      'Opened',
      'Monitoring',
      'MergedIn',
      'CauseChanged',
      'Reopened',
      'SymptomsChanged',
    ]);
    expect(await events(other)).toEqual([
      'incident.opened 1',
      'incident.updated 1',
      'incident.opened 2',
      'incident.merged 2',
      'incident.reopened 1',
    ]);
  });

  it('give a symptom its own incident when the cause recovers and the symptom does not', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { db: 'Outage', api: 'Outage' });
    await turn(tenant, 10, { db: 'Healthy' });
    expect(await incidents(tenant)).toEqual(['1 Monitoring db', '2 Open api']);
    const [first, second] = [await incident(tenant, 1), await incident(tenant, 2)];
    expect(second.timeline[0]?.facts).toEqual({ cause: 'api', severity: 'Outage', symptoms: [], splitFromId: first.id });
    expect(first.timeline.at(-1)).toMatchObject({ kind: 'SplitOff', facts: { symptom: 'api' } });
  });

  it('reopen while in Monitoring, as often as the cause flaps; once they are resolved, new ones open', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { db: 'Outage' });
    for (const seconds of [10, 30]) {
      await turn(tenant, seconds, { db: 'Healthy' });
      await turn(tenant, seconds + 10, { db: 'Outage' });
    }
    expect(await incidents(tenant)).toEqual(['1 Open db']);
    expect((await incident(tenant, 1)).timeline.map(({ kind }) => kind)).toEqual([
      'Opened',
      'Monitoring',
      'Reopened',
      'Monitoring',
      'Reopened',
    ]);
    await turn(tenant, 50, { db: 'Healthy' });
    await turn(tenant, 350);
    await turn(tenant, 360, { db: 'Degraded' });
    expect(await incidents(tenant)).toEqual(['1 Resolved db', '2 Open db']);
  });

  it('end as removed, not as resolved, when their cause leaves the landscape unhealthy', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { db: 'Outage', api: 'Outage' });
    await deleteEntity(tenant, EVERYTHING, 'application', 'shop', true, null);
    await turn(tenant, 10);
    expect(await incidents(tenant)).toEqual(['1 Removed db']);
    const removed = await incident(tenant, 1);
    expect(removed).toMatchObject({ state: 'Removed', resolvedAt: null, healthySince: at(10).toISOString(), symptoms: [] });
    expect(removed.timeline.at(-2)).toMatchObject({ kind: 'Removed', facts: { cause: 'db' } });
    expect(await events(tenant)).toEqual(['incident.opened 1', 'incident.removed 1']);
    expect((await readSnapshot(tenant, EVERYTHING)).openIncidents).toEqual([]);
  });

  it('follow the settings: a new threshold opens incidents without a signal', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { db: 'Warning' });
    expect(await incidents(tenant)).toEqual([]);
    await updateTenant(tenant, EVERYTHING, { incidentThreshold: 'Warning' }, null);
    await turn(tenant, 10);
    expect(await incidents(tenant)).toEqual(['1 Open db']);
  });

  it('are in the snapshot beside their causes, and raise its version without an impact event', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { db: 'Outage', api: 'Outage' });
    const { id } = await incident(tenant, 1);
    const before = await readSnapshot(tenant, EVERYTHING);
    expect(before.openIncidents).toMatchObject([{ id, state: 'Open', cause: 'db', symptoms: ['api'], openedAt: at(0).toISOString() }]);
    expect((await readHealthImpact(tenant, EVERYTHING)).causes.map(({ technicalName, incident: of }) => [technicalName, of])).toEqual([
      ['db', { id, state: 'Open' }],
    ]);
    await acknowledge(tenant, EVERYTHING, id, at(5));
    await turn(tenant, 6);
    const after = await readSnapshot(tenant, EVERYTHING);
    expect([after.version, after.openIncidents[0]?.state]).toEqual([before.version + 1, 'Acknowledged']);
    expect((await readHealthImpact(tenant, EVERYTHING)).causes[0]?.incident).toEqual({ id, state: 'Acknowledged' });
    expect(await read(tenant, (tx) => tx.event.count({ where: { type: 'impact.changed' } }))).toBe(1);
  });
});

describe('a maintenance window', () => {
  const during = (seconds: number, end: number) => ({ startsAt: at(seconds).toISOString(), endsAt: at(end).toISOString() });
  const window = (tenant: TenantDb, kind: 'component' | 'application', entity: string, from: number, to: number) =>
    createWindow(tenant, EVERYTHING, { kind, entity, reason: 'upgrade', ...during(from, to) }, at(-1));

  it.each([
    ['component', 'db'],
    ['application', 'shop'],
  ] as const)('on the %s %s opens nothing and sends nothing, is shown as maintenance, and hides no impact', async (kind, entity) => {
    const tenant = await shop();
    const planned = await window(tenant, kind, entity, 0, 100);
    await turn(tenant, 10, { db: 'Outage' });
    expect(await incidents(tenant)).toEqual([]);
    const all = await read(tenant, (tx) => tx.event.findMany({ where: { type: { not: 'landscape.changed' } }, select: { type: true } }));
    expect(all).toEqual([{ type: 'impact.changed' }]);
    const snapshot = await readSnapshot(tenant, EVERYTHING);
    expect(snapshot.unhealthy).toMatchObject([{ technicalName: 'db', state: 'Outage', isUnderMaintenance: true }]);
    expect(snapshot.impacted.map(({ technicalName, effectiveState }) => [technicalName, effectiveState])).toEqual([
      ['api', 'Outage'],
      ['db', 'Outage'],
      ['web', 'Outage'],
    ]);
    expect(snapshot.maintenance).toMatchObject([{ windowId: planned.id, kind, technicalName: entity, until: at(100).toISOString() }]);
    await turn(tenant, 100);
    expect(await incidents(tenant)).toEqual(['1 Open db']);
    expect((await readSnapshot(tenant, EVERYTHING)).maintenance).toEqual([]);
  });

  it('begins and ends on time without a signal, and is followed when it is changed', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { db: 'Outage' });
    const planned = await window(tenant, 'component', 'db', 50, 200);
    await turn(tenant, 10);
    expect((await readSnapshot(tenant, EVERYTHING)).maintenance).toEqual([]);
    await turn(tenant, 50);
    expect((await readSnapshot(tenant, EVERYTHING)).maintenance).toHaveLength(1);
    expect(await incidents(tenant)).toEqual(['1 Open db']);
    await updateWindow(tenant, EVERYTHING, { id: planned.id, endsAt: at(60).toISOString() }, null, at(60));
    await turn(tenant, 61);
    expect((await readSnapshot(tenant, EVERYTHING)).maintenance).toEqual([]);
  });

  it('silences an incident that existed before', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { db: 'Outage' });
    await window(tenant, 'component', 'db', 5, 1_000);
    await turn(tenant, 10, { api: 'Outage' });
    await acknowledge(tenant, EVERYTHING, (await incident(tenant, 1)).id, at(15));
    expect(await incidents(tenant)).toEqual(['1 Acknowledged db api']);
    expect((await incident(tenant, 1, 15)).isUnderMaintenance).toBe(true);
    expect(await events(tenant)).toEqual(['incident.opened 1']);
  });

  it('counts in the snapshot of a tenant that never had a signal', async () => {
    const tenant = await shop();
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await createWindow(tenant, EVERYTHING, { kind: 'application', entity: 'shop', reason: 'move', endsAt }, new Date());
    expect((await readSnapshot(tenant, EVERYTHING)).maintenance).toMatchObject([{ windowId: id, until: endsAt }]);
  });
});

describe('people', () => {
  it('acknowledge an incident, comment and resolve it; the timeline names them', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { db: 'Outage', api: 'Outage' });
    const { id } = await incident(tenant, 1);
    await acknowledge(tenant, EVERYTHING, id, at(5));
    await comment(tenant, EVERYTHING, id, 'Failing over.', at(6));
    const done = await resolve(tenant, EVERYTHING, id, 'Done.', at(7));
    expect(done).toEqual(await getIncident(tenant, id, at(7), true));
    expect(done).toMatchObject({
      state: 'Resolved',
      acknowledgedAt: at(5).toISOString(),
      acknowledgedBy: 'test',
      isDismissed: true,
      symptoms: [],
      version: 4,
    });
    const actor = { type: 'key', id: EVERYTHING.id, name: 'test' };
    expect(done.timeline.slice(1)).toEqual([
      { sequence: 2, at: at(5).toISOString(), kind: 'Acknowledged', actor, text: null, facts: {} },
      { sequence: 3, at: at(6).toISOString(), kind: 'Commented', actor, text: 'Failing over.', facts: {} },
      { sequence: 4, at: at(7).toISOString(), kind: 'Resolved', actor, text: 'Done.', facts: { reason: 'ByPerson' } },
    ]);
    expect(await events(tenant)).toEqual(['incident.opened 1', 'incident.updated 1', 'incident.updated 1', 'incident.resolved 1']);
  });

  it('who resolve an incident that is still failing dismiss it until it gets worse or has recovered', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { db: 'Degraded' });
    await resolve(tenant, EVERYTHING, (await incident(tenant, 1)).id, null, at(5));
    await turn(tenant, 10, { db: 'Degraded' });
    expect(await incidents(tenant)).toEqual(['1 Resolved db']);
    await turn(tenant, 20, { db: 'Outage' });
    expect(await incidents(tenant)).toEqual(['1 Resolved db', '2 Open db']);
    expect((await incident(tenant, 1)).isDismissed).toBe(false);
  });

  it('get 409 for actions that are no longer possible', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { api: 'Outage' });
    const { id } = await incident(tenant, 1);
    await acknowledge(tenant, EVERYTHING, id, at(1));
    await expect(acknowledge(tenant, EVERYTHING, id, at(2))).rejects.toEqual(refusal('conflict'));
    await turn(tenant, 3, { api: 'Healthy' });
    await expect(acknowledge(tenant, EVERYTHING, id, at(4))).rejects.toEqual(refusal('conflict'));
    await resolve(tenant, EVERYTHING, id, null, at(5));
    await expect(resolve(tenant, EVERYTHING, id, null, at(6))).rejects.toEqual(refusal('conflict'));
    expect((await comment(tenant, EVERYTHING, id, 'Afterwards.', at(7))).timeline.at(-1)).toMatchObject({ sequence: 5, kind: 'Commented' });
    expect((await incident(tenant, 1)).isDismissed).toBe(false);
  });

  it('can act while signals are processed: many comments and an acknowledgement, each in the timeline once', async () => {
    const tenant = await shop();
    await turn(tenant, 0, { db: 'Outage' });
    const { id } = await incident(tenant, 1);
    const states = ['Outage', 'Healthy', 'Outage', 'Healthy', 'Outage'] as const;
    const turns = (async () => {
      for (const [index, state] of states.entries()) await turn(tenant, 10 + index, { api: state });
    })();
    const deeds = Array.from({ length: 10 }, (_, index) => comment(tenant, EVERYTHING, id, `Remark ${index}.`, at(20)));
    await Promise.all([turns, ...deeds, acknowledge(tenant, EVERYTHING, id, at(20))]);
    const { state, timeline, symptoms, version } = await incident(tenant, 1);
    expect([state, symptoms, version]).toEqual(['Acknowledged', ['api'], 1 + 5 + 11]);
    expect(timeline.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
    const counted = (wanted: string): number => timeline.filter(({ kind }) => kind === wanted).length;
    expect(['Opened', 'SymptomsChanged', 'Commented', 'Acknowledged'].map(counted)).toEqual([1, 5, 10, 1]);
  });
});
