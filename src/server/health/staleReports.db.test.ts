/** Reports age: what nobody repeats becomes stale, opens nothing and ends nothing, until somebody reports again. */
import { describe, expect, it } from 'vitest';
import { SignalSourceInput } from '@/contract/signalSources/signalSource';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { updateTenant } from '@/server/auth/tenants';
import { createDependency } from '@/server/landscape/dependencies';
import { createEntity, updateEntity } from '@/server/landscape/entities';
import { useTestDatabase } from '@/test/database';
import { passTime } from '@/test/passTime';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { acceptFromSource } from './acceptFromSource';
import { acceptSignals } from './acceptSignals';
import { consumeHealth } from './consume';
import { listAlerts } from './listAlerts';
import { listIncidents } from './listIncidents';
import { liveStates } from './liveStates';
import { closeAlert, dropLapsed, reopenAlert } from './openAlerts';
import { readHealthImpact, readSnapshot } from './readImpact';
import { listSignals } from './listSignals';
import { wouldBeStale } from './staleReports';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

/** web depends on db, and becomes stale after an hour, like everything. */
async function shop(staleAfterMinutes = 60): Promise<{ tenant: TenantDb; db: string; web: string }> {
  const tenant = await newTenant(database, 'Business');
  await updateTenant(tenant, EVERYTHING, { staleAfterMinutes, openAfterSeconds: 0, recoveryGraceSeconds: 0 }, null);
  const { id: applicationId } = await createEntity(tenant, EVERYTHING, 'application', named('shop'));
  const [db, web] = [
    await createEntity(tenant, EVERYTHING, 'component', { ...named('db'), applicationId }),
    await createEntity(tenant, EVERYTHING, 'component', { ...named('web'), applicationId }),
  ];
  await createDependency(tenant, EVERYTHING, { sourceComponentId: web.id, targetComponentId: db.id, dependencyType: 'Calls' });
  return { tenant, db: db.id, web: web.id };
}

const consume = (tenant: TenantDb) => consumeHealth(30_000, tenant.tenantId);

async function report(tenant: TenantDb, component: string, state: 'Healthy' | 'Outage', hoursAgo = 0): Promise<void> {
  const observedAt = hoursAgo === 0 ? null : new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  await acceptSignals(tenant, 'Business', [{ component, state, observedAt }], new Date());
  await consume(tenant);
}

async function alert(
  tenant: TenantDb,
  key: string,
  status: 'firing' | 'resolved' = 'firing',
  source = 'alertmanager',
  lapseAfterMinutes?: number,
) {
  const labels = { alertname: key, component: 'db', severity: 'critical' };
  const alerts = [{ status, labels, fingerprint: key, startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-01-01T01:00:00Z' }];
  const event = { title: key, alert_transition: 'Triggered', alert_id: key, tags: 'service:db', date: String(Date.now()) };
  const payload = source === 'datadog' ? event : { version: '4', alerts };
  await acceptFromSource(tenant, 'Business', SignalSourceInput.parse({ source, lapseAfterMinutes }), payload, new Date());
  await consume(tenant);
}

async function pass(tenant: TenantDb, minutes: number): Promise<void> {
  await passTime(tenant, minutes);
  await consume(tenant);
}

const incidents = async (tenant: TenantDb): Promise<string[]> =>
  (await listIncidents(tenant, {}, new Date())).items.map(({ cause, state, isStale }) => `${cause} ${state}${isStale ? ' stale' : ''}`);
const events = (tenant: TenantDb, type: string) => read(tenant, (tx) => tx.event.count({ where: { type } }));

describe('a report that nobody repeats', () => {
  it('of Healthy is no longer counted, says nothing, and counts again once repeated', async () => {
    const { tenant, db, web } = await shop();
    await report(tenant, 'db', 'Healthy');
    await report(tenant, 'web', 'Healthy');
    const before = await events(tenant, 'health.changed');
    await pass(tenant, 40);
    await report(tenant, 'web', 'Healthy');
    expect((await readSnapshot(tenant, EVERYTHING)).states).toMatchObject({ Healthy: 2, unreported: 0 });
    await pass(tenant, 30);
    const { states, oldestReportAt } = await readSnapshot(tenant, EVERYTHING);
    expect(states).toMatchObject({ Healthy: 1, unreported: 1 });
    expect(Math.round((Date.now() - Date.parse(oldestReportAt ?? '')) / 60_000)).toBe(30);
    expect([...(await liveStates(tenant)).reported]).toEqual([web]);
    expect(await events(tenant, 'health.changed')).toBe(before);
    await report(tenant, 'db', 'Healthy');
    expect((await readSnapshot(tenant, EVERYTHING)).states).toMatchObject({ Healthy: 2, unreported: 0 });
    expect(new Set((await liveStates(tenant)).reported)).toEqual(new Set([db, web]));
  });

  it('is listed among what is impacted and not monitored', async () => {
    const { tenant } = await shop();
    await report(tenant, 'web', 'Healthy');
    await pass(tenant, 61);
    await report(tenant, 'db', 'Outage');
    const [cause] = (await readHealthImpact(tenant, EVERYTHING)).causes;
    expect(cause).toMatchObject({ technicalName: 'db', impactedNotMonitored: [{ technicalName: 'web' }], isStale: false });
  });

  it('of Outage keeps its incident, marked stale, and resolves nothing', async () => {
    const { tenant } = await shop();
    await report(tenant, 'db', 'Outage');
    expect(await incidents(tenant)).toEqual(['db Open']);
    await pass(tenant, 61);
    expect(await incidents(tenant)).toEqual(['db Open stale']);
    const { unhealthy, openIncidents } = await readSnapshot(tenant, EVERYTHING);
    expect(unhealthy).toMatchObject([{ technicalName: 'db', state: 'Outage', isStale: true }]);
    expect(openIncidents).toMatchObject([{ cause: 'db', isStale: true }]);
    await pass(tenant, 10_000);
    expect(await incidents(tenant)).toEqual(['db Open stale']);
    await report(tenant, 'db', 'Outage');
    expect(await incidents(tenant)).toEqual(['db Open']);
  });

  it('lasts as long as its component says, if that has a limit of its own', async () => {
    const { tenant, db, web } = await shop();
    await updateEntity(tenant, EVERYTHING, 'component', db, { staleAfterMinutes: 0 }, null);
    await report(tenant, 'db', 'Healthy');
    await report(tenant, 'web', 'Healthy');
    await pass(tenant, 61);
    expect([...(await liveStates(tenant)).reported]).toEqual([db]);
    await updateEntity(tenant, EVERYTHING, 'component', web, { staleAfterMinutes: 120 }, null);
    await consume(tenant);
    expect(new Set((await liveStates(tenant)).reported)).toEqual(new Set([db, web]));
  });

  it('is counted before a limit is saved that would make it stale', async () => {
    const { tenant } = await shop(0);
    await report(tenant, 'db', 'Outage');
    await pass(tenant, 50);
    await report(tenant, 'web', 'Healthy');
    await pass(tenant, 30);
    expect(await wouldBeStale(tenant, 60)).toEqual({ components: 1, unhealthy: 1, named: ['db'] });
    expect(await wouldBeStale(tenant, 20)).toEqual({ components: 2, unhealthy: 1, named: ['db', 'web'] });
    expect(await wouldBeStale(tenant, 0)).toEqual({ components: 0, unhealthy: 0, named: [] });
  });

  it('never becomes stale without a limit', async () => {
    const { tenant } = await shop(0);
    await report(tenant, 'db', 'Outage');
    await pass(tenant, 500_000);
    expect(await incidents(tenant)).toEqual(['db Open']);
  });
});

describe('a report of more than a day ago', () => {
  it('sets the state and opens no incident until a newer one repeats it', async () => {
    const { tenant } = await shop(0);
    await report(tenant, 'db', 'Outage', 25);
    expect((await readSnapshot(tenant, EVERYTHING)).unhealthy).toMatchObject([{ technicalName: 'db', state: 'Outage', isStale: true }]);
    expect(await incidents(tenant)).toEqual([]);
    await report(tenant, 'db', 'Outage');
    expect(await incidents(tenant)).toEqual(['db Open']);
  });

  it('tells its sender so', async () => {
    const { tenant } = await shop(0);
    const observedAt = new Date(Date.now() - 25 * 3_600_000).toISOString();
    const { outcomes } = await acceptSignals(tenant, 'Business', [{ component: 'db', state: 'Outage', observedAt }], new Date());
    expect(outcomes[0]).toMatchObject({ accepted: { note: expect.stringContaining('opens no incident') as string } });
  });
});

describe('an alert', () => {
  it('of a tool that died keeps its incident, marked stale, for ever', async () => {
    const { tenant } = await shop(0);
    await alert(tenant, 'DiskFull');
    await pass(tenant, 4_330);
    expect(await incidents(tenant)).toEqual(['db Open stale']);
    await pass(tenant, 500_000);
    expect(await dropLapsed(tenant)).toBe(0);
    await consume(tenant);
    expect(await incidents(tenant)).toEqual(['db Open stale']);
    expect((await listAlerts(tenant, {})).items).toMatchObject([{ name: 'DiskFull', isOpen: true, isLapsed: true }]);
  });

  it('is dropped, with a line in the history, once its source has gone on delivering for as long again', async () => {
    const { tenant } = await shop(0);
    await alert(tenant, 'DiskFull', 'firing', 'alertmanager', 60);
    for (let hours = 0; hours < 3; hours++) {
      await pass(tenant, 50);
      await alert(tenant, 'Other', 'resolved', 'alertmanager', 60);
      expect([await dropLapsed(tenant), hours]).toEqual([hours === 2 ? 1 : 0, hours]);
    }
    await consume(tenant);
    expect(await incidents(tenant)).toEqual(['db Monitoring']);
    const [line] = (await listSignals(tenant, {})).items;
    expect(line).toMatchObject({
      state: 'Healthy',
      alert: { name: 'DiskFull' },
      message: expect.stringContaining('was dropped') as string,
    });
    await alert(tenant, 'DiskFull', 'firing', 'alertmanager', 60);
    expect(await incidents(tenant)).toEqual(['db Open']);
  });

  it('of a source that comes back after a long silence is counted from then', async () => {
    const { tenant } = await shop(0);
    await alert(tenant, 'DiskFull', 'firing', 'alertmanager', 60);
    await pass(tenant, 500);
    await alert(tenant, 'Other', 'resolved', 'alertmanager', 60);
    expect(await dropLapsed(tenant)).toBe(0);
    await pass(tenant, 59);
    await alert(tenant, 'Other', 'resolved', 'alertmanager', 60);
    expect(await dropLapsed(tenant)).toBe(0);
    await pass(tenant, 5);
    await alert(tenant, 'Other', 'resolved', 'alertmanager', 60);
    expect(await dropLapsed(tenant)).toBe(1);
  });

  it('of a tool that sends changes only never lapses, and a component that only alerts speak of never turns grey', async () => {
    const { tenant } = await shop();
    await alert(tenant, 'Load', 'firing', 'datadog');
    await pass(tenant, 500_000);
    expect(await incidents(tenant)).toEqual(['db Open']);
    await alert(tenant, 'DiskFull', 'resolved');
    const quiet = await shop();
    await alert(quiet.tenant, 'DiskFull');
    await alert(quiet.tenant, 'DiskFull', 'resolved');
    await pass(quiet.tenant, 500_000);
    expect([...(await liveStates(quiet.tenant)).reported]).toEqual([quiet.db]);
  });

  it('that is repeated keeps its component fresh, whatever the age of the last report', async () => {
    const { tenant } = await shop();
    await report(tenant, 'db', 'Outage');
    await pass(tenant, 61);
    await alert(tenant, 'DiskFull');
    expect(await incidents(tenant)).toEqual(['db Open']);
  });

  it('is closed by hand until it is told again, and opened again by hand', async () => {
    const { tenant } = await shop(0);
    await alert(tenant, 'DiskFull');
    const [open] = (await listAlerts(tenant, { component: 'db' })).items;
    const id = open?.id ?? '';
    await closeAlert(tenant, { name: 'Ada' }, id);
    await consume(tenant);
    expect(await incidents(tenant)).toEqual(['db Monitoring']);
    expect((await listSignals(tenant, {})).items[0]).toMatchObject({ message: 'Closed by hand by Ada.', status: 'Applied' });
    await expect(closeAlert(tenant, { name: 'Ada' }, id)).rejects.toMatchObject({ code: 'conflict' });
    await reopenAlert(tenant, { name: 'Ada' }, id);
    await consume(tenant);
    expect(await incidents(tenant)).toEqual(['db Open']);
    await closeAlert(tenant, { name: 'Ada' }, id);
    await consume(tenant);
    await alert(tenant, 'DiskFull');
    expect(await incidents(tenant)).toEqual(['db Open']);
    await alert(tenant, 'DiskFull', 'resolved');
    await expect(reopenAlert(tenant, { name: 'Ada' }, id)).rejects.toMatchObject({ code: 'conflict' });
    expect((await listAlerts(tenant, {})).items).toEqual([]);
    expect((await listAlerts(tenant, { state: ['Healthy'] })).items).toMatchObject([{ id, isOpen: false }]);
  });
});
