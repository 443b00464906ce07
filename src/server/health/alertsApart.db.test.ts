/** Alerts of several groups and senders about one component, from their payloads to the state, the history and the past. */
import { describe, expect, it } from 'vitest';
import { SignalSourceInput } from '@/contract/signalSources/signalSource';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { createEntity } from '@/server/landscape/entities';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { acceptFromSource } from './acceptFromSource';
import { acceptSignal } from './acceptSignals';
import { consumeHealth } from './consume';
import { listSignals } from './listSignals';
import { pastStates } from './pastStates';
import { readSnapshot } from './readImpact';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

async function basket(): Promise<{ tenant: TenantDb; id: string }> {
  const tenant = await newTenant(database, 'Business');
  const { id: applicationId } = await createEntity(tenant, EVERYTHING, 'application', named('shop'));
  const { id } = await createEntity(tenant, EVERYTHING, 'component', { ...named('basket'), applicationId });
  return { tenant, id };
}

interface Told {
  key: string;
  severity?: string;
  status?: 'firing' | 'resolved';
  /** Seconds from now. */
  startsIn?: number;
}

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

function alertOf({ key, severity = 'critical', status = 'firing', startsIn = 0 }: Told): object {
  return {
    status,
    labels: { alertname: key, component: 'basket', severity },
    annotations: { summary: `${key} fires` },
    startsAt: inSeconds(startsIn),
    endsAt: status === 'resolved' ? inSeconds(startsIn) : '0001-01-01T00:00:00Z',
    fingerprint: key,
  };
}

async function send(tenant: TenantDb, source: object, payload: object) {
  const answer = await acceptFromSource(tenant, 'Business', SignalSourceInput.parse(source), payload, new Date());
  await consumeHealth(30_000, tenant.tenantId);
  return answer;
}

const group = (tenant: TenantDb, ...alerts: Told[]) =>
  send(tenant, { source: 'alertmanager' }, { version: '4', alerts: alerts.map(alertOf) });

async function stateOf(tenant: TenantDb, id: string): Promise<string | undefined> {
  const [row] = await read(tenant, (tx) => tx.componentHealth.findMany({ where: { componentId: id } }));
  const past = await pastStates(tenant, new Date(Date.now() + 1_000));
  // The past says the same of this moment.
  expect(past.unhealthy.find(({ componentId }) => componentId === id)?.state ?? 'Healthy').toBe(row?.state ?? 'Healthy');
  return row?.state;
}

async function plain(tenant: TenantDb, state: 'Healthy' | 'Outage') {
  const accepted = await acceptSignal(tenant, 'Business', { component: 'basket', state, source: 'heartbeat' }, new Date());
  await consumeHealth(30_000, tenant.tenantId);
  return accepted;
}

describe('alerts about one component', () => {
  it('the end of a mild one, and a repeat of the critical one, leave the critical one as it is', async () => {
    const { tenant, id } = await basket();
    const states: unknown[] = [];
    for (const told of [
      { key: 'DiskFull' },
      { key: 'SlowQueries', severity: 'warning' },
      { key: 'SlowQueries', severity: 'warning', status: 'resolved' as const, startsIn: 1 },
      { key: 'DiskFull', startsIn: -60 },
      { key: 'DiskFull', status: 'resolved' as const, startsIn: 1 },
    ]) {
      await group(tenant, told);
      states.push(await stateOf(tenant, id));
    }
    expect(states).toEqual(['Outage', 'Outage', 'Outage', 'Outage', 'Healthy']);
    const { items } = await listSignals(tenant, {});
    expect(items.map(({ status, alert }) => [alert?.key, status]).reverse()).toEqual([
      ['DiskFull', 'Applied'],
      ['SlowQueries', 'Applied'],
      ['SlowQueries', 'Applied'],
      ['DiskFull', 'Late'],
      ['DiskFull', 'Applied'],
    ]);
    expect((await readSnapshot(tenant, EVERYTHING)).states).toMatchObject({ Healthy: 1, Outage: 0 });
  });

  it('of Datadog are known by monitor and scope', async () => {
    const { tenant, id } = await basket();
    const event = (transition: string, scope: string): Promise<unknown> =>
      send(
        tenant,
        { source: 'datadog' },
        {
          title: `[${transition} on {${scope}}] Load is high`,
          date: String(Date.now()),
          alert_transition: transition,
          alert_id: '4711',
          alert_scope: scope,
          tags: `service:basket,${scope}`,
        },
      );
    const states: unknown[] = [];
    for (const [transition, scope] of [
      ['Triggered', 'host:node-1'],
      ['Triggered', 'host:node-2'],
      ['Recovered', 'host:node-1'],
      ['Recovered', 'host:node-2'],
    ] as const) {
      await event(transition, scope);
      states.push(await stateOf(tenant, id));
    }
    expect(states).toEqual(['Outage', 'Outage', 'Outage', 'Healthy']);
  });

  it('of two systems of a kind are kept apart, and replicas of one are not', async () => {
    const { tenant, id } = await basket();
    const from = (instance: string | undefined, told: Told) =>
      send(tenant, { source: 'alertmanager', instance }, { version: '4', alerts: [alertOf(told)] });
    await from('eu', { key: 'f1' });
    await from('us', { key: 'f1', status: 'resolved', startsIn: 5 });
    expect(await stateOf(tenant, id)).toBe('Outage');
    await from('eu', { key: 'f1', status: 'resolved', startsIn: 5 });
    expect(await stateOf(tenant, id)).toBe('Healthy');
  });

  it('one that began before the last heartbeat, or ten minutes ahead of our clock, is true on arrival', async () => {
    const { tenant, id } = await basket();
    await plain(tenant, 'Healthy');
    await group(tenant, { key: 'Down', startsIn: -20 });
    expect(await stateOf(tenant, id)).toBe('Outage');
    await group(tenant, { key: 'Down', status: 'resolved', startsIn: -20 });
    await group(tenant, { key: 'Skewed', startsIn: 600 });
    expect(await stateOf(tenant, id)).toBe('Outage');
    await group(tenant, { key: 'Skewed', status: 'resolved', startsIn: 601 });
    expect(await stateOf(tenant, id)).toBe('Healthy');
  });

  it('a report that all is well is taken, and told which alert still holds', async () => {
    const { tenant, id } = await basket();
    await group(tenant, { key: 'DiskFull' });
    const accepted = await plain(tenant, 'Healthy');
    const held = 'The component stays at Outage, because an alert of alertmanager still fires: DiskFull.';
    expect(accepted.note).toBe(held);
    expect(await stateOf(tenant, id)).toBe('Outage');
    const { items } = await listSignals(tenant, { status: ['Applied'] });
    expect(items.find(({ source }) => source === 'heartbeat')).toMatchObject({ reason: held, stateAfter: 'Outage', alert: null });
    await group(tenant, { key: 'DiskFull', status: 'resolved', startsIn: 5 });
    await plain(tenant, 'Outage');
    await group(tenant, { key: 'Other', status: 'resolved', startsIn: 5 });
    expect(await stateOf(tenant, id)).toBe('Outage');
  });

  it('each part of a payload has its result', async () => {
    const { tenant } = await basket();
    const ghost = { ...alertOf({ key: 'g' }), labels: { component: 'ghost', severity: 'critical' } };
    const payload = {
      version: '4',
      alerts: [ghost, alertOf({ key: 'a' }), alertOf({ key: 'b', severity: 'info' }), { status: 'odd' }, alertOf({ key: 'c' })],
    };
    const { parts, results } = await send(tenant, { source: 'alertmanager' }, payload);
    expect(parts.map(({ path, outcome }) => [path, outcome])).toEqual([
      ['alerts[0]', 'Unmatched'],
      ['alerts[1]', 'Accepted'],
      ['alerts[2]', 'Ignored'],
      ['alerts[3]', 'Unmatched'],
      ['alerts[4]', 'Accepted'],
    ]);
    expect(parts.map(({ signalId }) => signalId !== null)).toEqual([false, true, false, false, true]);
    expect(results.map(({ status }) => status)).toEqual([404, 202, 202]);
    expect((await listSignals(tenant, { status: ['Unmatched'] })).items).toHaveLength(2);
  });
});
