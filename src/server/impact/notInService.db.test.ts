/** Applications that are not in service: reached and affected, but harming nothing, in questions and live. */
import { describe, expect, it } from 'vitest';
import type { LifecycleState } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { AT_ONCE, EVERYTHING, newTenant } from '@/test/tenants';
import { updateTenant } from '@/server/auth/tenants';
import { consumeHealth } from '@/server/health/consume';
import { acceptSignals } from '@/server/health/acceptSignals';
import { listIncidents } from '@/server/health/listIncidents';
import { getIncident } from '@/server/health/readIncidents';
import { readSnapshot } from '@/server/health/readImpact';
import { updateEntity } from '@/server/landscape/entities';
import { applyManifest } from '@/server/manifest/applyManifest';
import { previewManifest } from '@/server/manifest/previewManifest';
import { answerScenario } from '@/server/scenarios/evaluateScenario';
import { readWeakPoints } from '@/server/weakPoints/weakPoints';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import { answerBlastRadius } from './blastRadius';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

/** The old shop sells for €1,000 an hour and needs the old database; the new shop needs nothing of it. */
async function shops(lifecycleState: LifecycleState): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const manifest = {
    version: 1,
    name: 'lifecycle',
    capabilities: [named('selling')],
    segments: [
      {
        ...named('buyers'),
        audienceType: 'Customers',
        annualRevenue: 8_760_000,
        capabilities: [{ capability: 'selling', revenueShare: 1 }],
      },
    ],
    applications: [
      { ...named('old'), lifecycleState, capabilities: ['selling'], components: [named('old-web'), named('old-db')] },
      { ...named('new'), capabilities: ['selling'], components: [named('new-web')] },
    ],
    dependencies: [{ source: 'old-web', target: 'old-db', dependencyType: 'Calls' }],
  };
  await applyManifest(tenant, EVERYTHING, {
    source: { text: JSON.stringify(manifest), contentType: 'application/json' },
    prune: false,
    impact: false,
  });
  await updateTenant(tenant, EVERYTHING, AT_ONCE, null);
  return tenant;
}

const ask = (tenant: TenantDb, entityType: 'component' | 'application' | 'capability', entityId: string, more: object = {}) =>
  answerBlastRadius(tenant, 'Enterprise', EVERYTHING, { entityType, entityId, direction: 'downstream', ...more });

async function report(tenant: TenantDb, state: 'Outage' | 'Healthy'): Promise<void> {
  await acceptSignals(tenant, 'Enterprise', [{ component: 'old-db', state }], new Date());
  expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ failures: 0 });
}

const incidents = async (tenant: TenantDb) => (await listIncidents(tenant, {}, new Date())).items;

describe('an application that is not in service', () => {
  it('is affected, but takes no capability down and costs nothing', async () => {
    const tenant = await shops('Retired');
    const answer = await ask(tenant, 'component', 'old-db');
    expect(answer.applications).toMatchObject([{ technicalName: 'old', expectedState: 'Outage', lifecycleState: 'Retired' }]);
    expect([answer.capabilities, answer.audiences].map((rows) => rows.map((row) => [row.technicalName, row.expectedState]))).toEqual([
      [['selling', 'Healthy']],
      [['buyers', 'Healthy']],
    ]);
    expect([answer.revenueExposure?.perHour, answer.counts.capabilities, answer.affectedCounts]).toMatchObject([
      0,
      1,
      { components: 1, applications: 1, capabilities: 0, audiences: 0 },
    ]);
    expect(answer.completeness.notInService).toEqual({ components: 1, applications: 1 });
    const { capabilities, revenueExposure, completeness } = await answerScenario(tenant, EVERYTHING, {
      failures: [{ entityType: 'component', entity: 'old-db' }],
    });
    expect([capabilities, revenueExposure?.expectedPerHour, completeness.notInService]).toEqual([
      [],
      0,
      { components: 1, applications: 1 },
    ]);
  });

  it('counts if the question is about it, or asks for all', async () => {
    const tenant = await shops('Planning');
    const about = await ask(tenant, 'application', 'old');
    const all = await ask(tenant, 'component', 'old-db', { includeNotInService: true });
    for (const { capabilities, revenueExposure, completeness } of [about, all]) {
      expect(capabilities).toMatchObject([{ technicalName: 'selling', expectedState: 'Outage' }]);
      expect([revenueExposure?.perHour, completeness.notInService]).toEqual([1_000, { components: 0, applications: 0 }]);
    }
    const points = async (more: object) => {
      const question = {
        entityType: 'capability' as const,
        entityId: 'selling',
        state: 'Outage' as const,
        order: 1,
        fixes: false,
        ...more,
      };
      return (await readWeakPoints(tenant, EVERYTHING, question)).singlePoints.map(({ technicalName }) => technicalName).sort();
    };
    expect(await points({})).toEqual(['new-web']);
    expect(await points({ includeNotInService: true })).toEqual(['new-web', 'old-db', 'old-web']);
    const upstream = await ask(tenant, 'capability', 'selling', { direction: 'upstream' });
    expect(upstream.origin.map(({ technicalName }) => technicalName)).toEqual(['new-web']);
  });

  it('is shown live, opens no incident, and leaves its capability healthy', async () => {
    const tenant = await shops('Retired');
    await report(tenant, 'Outage');
    const { unhealthy, applications, capabilities, revenueExposure, situations } = await readSnapshot(tenant, EVERYTHING);
    expect(unhealthy).toMatchObject([{ technicalName: 'old-db', state: 'Outage' }]);
    expect(applications).toMatchObject([{ technicalName: 'old', effectiveState: 'Outage', lifecycleState: 'Retired' }]);
    expect([capabilities.filter(({ effectiveState }) => effectiveState !== 'Healthy'), revenueExposure?.expectedPerHour]).toEqual([[], 0]);
    expect(situations).toMatchObject([{ id: null, causes: [{ technicalName: 'old-db', incidentId: null }] }]);
    expect(await incidents(tenant)).toEqual([]);
  });

  it('opens incidents all the same if the tenant wants that', async () => {
    const tenant = await shops('Development');
    await updateTenant(tenant, EVERYTHING, { incidentsOutsideService: true }, null);
    await report(tenant, 'Outage');
    expect(await incidents(tenant)).toMatchObject([{ cause: 'old-db', state: 'Open' }]);
  });

  it('is named where a redundancy group counts on it, once the group has lost another target', async () => {
    const tenant = await shops('Planning');
    const group = { dependencyType: 'Calls', redundancyGroup: 'stores', redundancyMinimum: 1 };
    const stores = ['old-db', 'new-db'].map((target) => ({ source: 'new-web', target, ...group }));
    const manifest = {
      version: 1,
      name: 'stores',
      applications: [{ technicalName: 'spare', name: 'spare', components: [named('new-db')] }],
      dependencies: stores,
    };
    const source = { text: JSON.stringify(manifest), contentType: 'application/json' };
    await applyManifest(tenant, EVERYTHING, { source, prune: false, impact: false });
    expect((await readSnapshot(tenant, EVERYTHING)).groupsNotInService).toEqual([]);
    await acceptSignals(tenant, 'Enterprise', [{ component: 'new-db', state: 'Outage' }], new Date());
    expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ failures: 0 });
    expect((await readSnapshot(tenant, EVERYTHING)).groupsNotInService).toMatchObject([
      {
        source: named('new-web'),
        redundancyGroup: 'stores',
        redundancyMinimum: 1,
        targets: 2,
        working: 1,
        lost: [named('new-db')],
        notInService: [named('old-db')],
      },
    ]);
    await updateEntity(tenant, EVERYTHING, 'application', 'old', { lifecycleState: 'Production' }, null);
    expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ failures: 0 });
    expect((await readSnapshot(tenant, EVERYTHING)).groupsNotInService).toEqual([]);
  });

  it('shows in a preview that puts it into service which single points and which cost that adds', async () => {
    const tenant = await shops('Planning');
    const manifest = { version: 1, name: 'lifecycle', applications: [{ ...named('old'), lifecycleState: 'Production' }] };
    const source = { text: JSON.stringify(manifest), contentType: 'application/json' };
    const { impact } = await previewManifest(tenant, EVERYTHING, { source, prune: false, impact: true });
    const added = (component: string) => ({ capability: 'selling', component, perHour: 1_000, perHourChange: 1_000 });
    expect(impact?.singlePointsOfFailure).toMatchObject({ added: [added('old-db'), added('old-web')], removed: [] });
    expect(impact?.rollUps.map(({ component, capabilities }) => [component, capabilities])).toEqual(
      ['old-db', 'old-web'].map((component) => [component, [{ technicalName: 'selling', from: 'Healthy', to: 'Outage' }]]),
    );
  });

  it('ends its open incident when it leaves service, and says why', async () => {
    const tenant = await shops('Sunset');
    await report(tenant, 'Outage');
    const [open] = await incidents(tenant);
    expect(open?.state).toBe('Open');
    await updateEntity(tenant, EVERYTHING, 'application', 'old', { lifecycleState: 'Retired' }, null);
    expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ failures: 0 });
    const after = await getIncident(tenant, open?.id ?? '', new Date());
    expect(after).toMatchObject({ state: 'Resolved', closedAfterSeconds: 0, isDismissed: false });
    expect(after.timeline.at(-1)).toMatchObject({ kind: 'Resolved', actor: null, facts: { reason: 'NotInService' } });
    const events = await read(tenant, (tx) =>
      tx.event.findMany({ where: { type: { startsWith: 'incident.' } }, orderBy: { sequence: 'asc' } }),
    );
    expect(events.map(({ type }) => type)).toEqual(['incident.opened', 'incident.resolved']);
    // Back in service, it is an incident again.
    await updateEntity(tenant, EVERYTHING, 'application', 'old', { lifecycleState: 'Production' }, null);
    expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ failures: 0 });
    expect((await incidents(tenant)).map(({ state }) => state)).toEqual(['Open', 'Resolved']);
  });
});
