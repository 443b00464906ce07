import { describe, expect, it } from 'vitest';
import type { HealthImpactCause } from '@/domain/health/healthImpact';
import { summariesOf } from '@/domain/health/causeSummary';
import type { HealthState } from '@/domain/vocabulary';
import { useTestDatabase } from '@/test/database';
import { EVERYTHING, WITHOUT_REVENUE, newTenant } from '@/test/tenants';
import { applyManifest } from '@/server/manifest/applyManifest';
import type { TenantDb } from '@/server/db/tenantDb';
import { acknowledge } from './actOnIncident';
import { acceptSignal, acceptSignals } from './acceptSignals';
import { consumeHealth } from './consume';
import type { HealthImpact } from '@/contract/impactSnapshot';
import { readHealthImpact, readSnapshot } from './readImpact';
import { readLiveCauses } from './readLiveCauses';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

const { database } = await useTestDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

/** Components by name, all failed, in an application that customers pay for. */
async function allOut(names: readonly string[]): Promise<TenantDb> {
  const tenant = await newTenant(database);
  const manifest = {
    version: 1,
    name: 'shop',
    capabilities: [named('selling')],
    segments: [
      {
        ...named('shoppers'),
        audienceType: 'Customers',
        people: 12,
        annualRevenue: 8_760_000,
        capabilities: [{ capability: 'selling', revenueShare: 1 }],
      },
    ],
    applications: [{ ...named('shop'), capabilities: ['selling'], components: names.map(named) }],
  };
  await applyManifest(tenant, EVERYTHING, {
    source: { text: JSON.stringify(manifest), contentType: 'application/json' },
    prune: false,
    impact: false,
  });
  await acceptSignals(
    tenant,
    'Enterprise',
    names.map((component) => ({ component, state: 'Outage' as const })),
    new Date(),
  );
  expect(await consumeHealth(60_000, tenant.tenantId)).toMatchObject({ failures: 0 });
  return tenant;
}

const withPlaces = (cause: HealthImpact['causes'][number]): HealthImpactCause =>
  ({ ...cause, contributesTo: { count: cause.components.length + cause.componentsOmitted, places: [], alone: [] } }) as HealthImpactCause;

describe('the causes of live impact in short', () => {
  it('agree with the roll-up of each cause, and have its incident', async () => {
    const tenant = await allOut(['web', 'db']);
    const { causes, causesOmitted, withheld: _withheld, ...moment } = await readHealthImpact(tenant, EVERYTHING);
    expect(await readLiveCauses(tenant, EVERYTHING)).toEqual({
      ...moment,
      causes: summariesOf({ causes: causes.map(withPlaces) }).map((cause, place) => ({
        ...cause,
        incidentOpensAt: null,
        isFlapping: false,
        isStale: false,
        lastReportAt: causes[place]?.lastReportAt,
        incident: { id: cause.incident?.id, number: [1, 2][place], state: 'Open', acknowledgedBy: null },
      })),
      causesOmitted,
      situations: (await readSnapshot(tenant, EVERYTHING)).situations,
    });
    expect(causes.map(({ technicalName }) => technicalName)).toEqual(['db', 'web']);
  });

  it('show the current state of an incident, even if no turn has run since', async () => {
    const tenant = await allOut(['db']);
    const [before] = (await readLiveCauses(tenant, EVERYTHING)).causes;
    await acknowledge(tenant, EVERYTHING, before?.incident?.id ?? '', new Date());
    expect((await readLiveCauses(tenant, EVERYTHING)).causes).toEqual([
      { ...before, incident: { id: before?.incident?.id, number: 1, state: 'Acknowledged', acknowledgedBy: 'test' } },
    ]);
    expect((await readHealthImpact(tenant, EVERYTHING)).causes[0]?.incident?.state).toBe('Open');
  });

  it('have an incident for each, even if more are open than a page of incidents holds', { tags: ['long'] }, async () => {
    const names = Array.from({ length: 230 }, (_, place) => `c${String(place).padStart(3, '0')}`);
    const tenant = await allOut(names);
    const { causes, causesOmitted } = await readLiveCauses(tenant, EVERYTHING);
    expect([causes.length, causesOmitted]).toEqual([50, 180]);
    const numbers = await read(tenant, (tx) => tx.incident.findMany({ select: { number: true, causeName: true } }));
    const numberOf = new Map(numbers.map(({ number, causeName }) => [causeName, number]));
    expect(causes.map(({ incident }) => incident?.number)).toEqual(causes.map(({ technicalName }) => numberOf.get(technicalName)));
  });

  it('do not mention revenue to those who may not see it', async () => {
    const tenant = await allOut(['db']);
    expect((await readLiveCauses(tenant, EVERYTHING)).causes[0]?.revenue).toEqual({
      currency: 'EUR',
      expectedPerHour: 1_000,
      perHour: 1_000,
      contributed: { expectedPerHour: 1_000, perHour: 1_000 },
    });
    expect(JSON.stringify(await readLiveCauses(tenant, WITHOUT_REVENUE))).not.toMatch(/revenue|perHour|contributed/i);
  });

  it('are calculated on the spot if what is stored has an older format', async () => {
    const tenant = await allOut(['web', 'db']);
    const before = await readLiveCauses(tenant, EVERYTHING);
    await write(tenant, (tx) => tx.$executeRaw`update "impact_snapshot" set "causeSummaries" = null`);
    const after = await readLiveCauses(tenant, EVERYTHING);
    expect(after).toEqual({ ...before, computedAt: after.computedAt });
  });

  it('are none before the first signal', async () => {
    const tenant = await newTenant(database);
    const { computedAt: _computedAt, ...answer } = await readLiveCauses(tenant, EVERYTHING);
    expect(answer).toEqual({ version: 0, pendingSignals: 0, landscapeVersion: 0, causes: [], causesOmitted: 0, situations: [] });
  });
});

/** What each reader says about the cause, after this was reported. */
async function told(tenant: TenantDb, state: HealthState) {
  await acceptSignal(tenant, 'Enterprise', { component: 'db', state }, new Date());
  expect(await consumeHealth(30_000, tenant.tenantId)).toMatchObject({ failures: 0 });
  const [cause] = (await readHealthImpact(tenant, EVERYTHING)).causes;
  const [short] = (await readLiveCauses(tenant, EVERYTHING)).causes;
  const { openIncidents } = await readSnapshot(tenant, EVERYTHING);
  return {
    state: cause?.state,
    incident: cause?.incident?.state ?? null,
    short: short?.incident?.state ?? null,
    open: openIncidents.map((incident) => incident.state),
  };
}

it('an incident in Monitoring is not shown with its cause, even while the cause is below the threshold', async () => {
  const tenant = await allOut(['db']);
  expect(await told(tenant, 'Outage')).toEqual({ state: 'Outage', incident: 'Open', short: 'Open', open: ['Open'] });
  expect(await told(tenant, 'Warning')).toEqual({ state: 'Warning', incident: null, short: null, open: ['Monitoring'] });
  expect(await told(tenant, 'Degraded')).toEqual({ state: 'Degraded', incident: 'Open', short: 'Open', open: ['Open'] });
});
