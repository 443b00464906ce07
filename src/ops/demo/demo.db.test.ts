/** The demo that `npm start` prepares, started again and again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { isPasswordOf, membershipsOf, resetPassword } from '@/server/auth/people';
import { listAlerts } from '@/server/health/listAlerts';
import { listWindows } from '@/server/health/listMaintenance';
import { listSignals } from '@/server/health/listSignals';
import { readSnapshot } from '@/server/health/readImpact';
import { listIncidents } from '@/server/health/listIncidents';
import { getIncident } from '@/server/health/readIncidents';
import { readComponentPlace } from '@/server/picture/readLandscape';
import { tenantDb } from '@/server/db/tenantDb';
import { EVERYTHING } from '@/test/tenants';
import { useOwnDatabase } from '@/test/database';
import { banner } from '@/ops/process/banner';
import { prepareDemo } from './demo';

const { database } = await useOwnDatabase();
const directory = mkdtempSync(join(tmpdir(), 'faultline-demo-'));

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true, force: true });
});

it('stays the same from start to start except for its key, and shows no password that was changed since', async () => {
  vi.stubEnv('FAULTLINE_DATA', directory);
  const start = () => prepareDemo(database, true, () => undefined);
  const first = await start();
  expect(await isPasswordOf(database, first.email, first.password ?? '')).toBe(true);
  expect(banner('http://localhost:3000', first)).toContain(`password: ${first.password ?? ''}`);

  const second = await start();
  expect({ ...second, key: '' }).toEqual({ ...first, key: '' });
  expect(second.key).not.toBe(first.key);

  await resetPassword(database, first.email, 'one of their own');
  const third = await start();
  expect({ ...third, key: '' }).toEqual({ ...first, key: '', password: null });
  expect(await isPasswordOf(database, first.email, 'one of their own')).toBe(true);
  expect(banner('http://localhost:3000', third)).toContain('with the password that was set in its profile');
  expect((await start()).password).toBeNull();
});

it('has a resolved incident, a situation of two open ones, a maintenance window and an alert that holds at once, and a second start adds none', async () => {
  vi.stubEnv('FAULTLINE_DATA', directory);
  const demo = await prepareDemo(database, true, () => undefined);
  const tenant = tenantDb(database, demo.tenantId);
  const look = async () => {
    const now = new Date();
    const incidents = await listIncidents(tenant, {}, now);
    const snapshot = await readSnapshot(tenant, EVERYTHING);
    return {
      incidents: incidents.items.map(({ state, cause, symptoms }) => [state, cause, ...symptoms]),
      windows: (await listWindows(tenant, {}, now)).items.map(({ status, technicalName }) => [status, technicalName]),
      unhealthy: snapshot.unhealthy.map(({ technicalName, state }) => [technicalName, state]),
      signals: (await listSignals(tenant, { limit: 1 })).total,
      unreported: snapshot.states.unreported,
      situations: snapshot.situations.map(({ causes, counts }) => [causes.map(({ technicalName }) => technicalName), counts.components]),
      notInService: snapshot.applications.filter(({ lifecycleState }) => lifecycleState === 'Development').map(({ name }) => name),
      notMonitored: snapshot.openIncidents.map(({ impactedNotMonitored: listed }) => listed.map(({ technicalName }) => technicalName)),
    };
  };
  const first = await look();
  expect(first).toEqual({
    incidents: [
      ['Open', 'kafka-broker-2', 'accounting', 'kafka'],
      ['Open', 'kafka-broker-1', 'accounting', 'kafka'],
      ['Resolved', 'payment'],
    ],
    windows: [['Active', 'opensearch']],
    unhealthy: [
      ['opensearch', 'Outage'],
      ['accounting', 'Degraded'],
      ['kafka', 'Degraded'],
      ['kafka-broker-1', 'Degraded'],
      ['kafka-broker-2', 'Degraded'],
      ['load-generator', 'Warning'],
    ],
    signals: 43,
    unreported: 2,
    situations: [
      [['opensearch'], 3],
      [['kafka-broker-1', 'kafka-broker-2'], 9],
    ],
    notInService: ['Load test'],
    notMonitored: [['fraud-detection'], ['fraud-detection']],
  });
  const { computedAt, unhealthy } = await readSnapshot(tenant, EVERYTHING);
  expect(unhealthy.filter(({ since }) => since > computedAt)).toEqual([]);
  await prepareDemo(database, true, () => undefined);
  expect(await look()).toEqual(first);
  expect((await listAlerts(tenant, {})).items).toMatchObject([{ component: 'load-generator', state: 'Warning', name: 'LoadBelowPlan' }]);
  const [latest] = (await listSignals(tenant, { component: 'load-generator', limit: 1 })).items;
  expect(latest).toMatchObject({ state: 'Healthy', stateAfter: 'Warning', reason: expect.stringContaining('LoadBelowPlan') as string });
  const { live } = await readComponentPlace(tenant, 'card-provider-backup');
  expect(live).toMatchObject({ health: 'Unreported', lastReport: { state: 'Healthy', isStale: true } });
});

it('has yesterday’s incident in the past: opened, acknowledged, commented on, resolved as time passed', async () => {
  vi.stubEnv('FAULTLINE_DATA', directory);
  const { tenantId, email } = await prepareDemo(database, true, () => undefined);
  const tenant = tenantDb(database, tenantId);
  const now = new Date();
  const { items } = await listIncidents(tenant, { state: ['Resolved'] }, now);
  const { timeline, openedAt } = await getIncident(tenant, items[0]?.id ?? '', now);
  expect(
    timeline.map(({ kind, actor, at }) => [kind, actor?.name ?? null, Math.round((Date.parse(at) - Date.parse(openedAt)) / 60_000)]),
  ).toEqual([
    ['Opened', null, 0],
    ['SymptomsChanged', null, 2],
    ['Acknowledged', 'Demo', 3],
    ['Commented', 'Demo', 11],
    ['Monitoring', null, 21],
    ['SymptomsChanged', null, 21],
    ['Resolved', null, 30],
  ]);
  expect(now.getTime() - Date.parse(openedAt)).toBeGreaterThan(21 * 3_600_000);
  const member = await database.system.user.findUniqueOrThrow({ where: { email } });
  expect((await membershipsOf(member.id)).map(({ isDemo }) => isDemo)).toEqual([true]);
});

it('a password check for an unknown person is false', async () => {
  expect(await isPasswordOf(database, 'nobody@faultline.example', 'one of their own')).toBe(false);
});
