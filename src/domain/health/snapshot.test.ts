/**
 * The snapshot and the view by cause of the demo landscape, calculated by hand, and the roll-up compared with the blast radius on random
 * landscapes.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { healthImpact, withIncidents } from './healthImpact';
import { liveImpact } from '@/domain/graph/questions/live/liveImpact';
import type { ReportedHealth } from '@/domain/graph/questions/live/liveImpact';
import { maintenanceAt } from './maintenance';
import { packBody, snapshotAnswer, snapshotBody, worstApplications } from './snapshot';
import { FAILURE_STATES } from '@/domain/vocabulary';
import type { FailureState } from '@/domain/vocabulary';
import { landscapes } from '@/test/graphArbitrary';
import { componentId, sketchGraph } from '@/test/graphSketch';
import { readLandscape } from '@/test/graphFromManifest';
import { byCodeUnit } from '@/plain/order';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const graph = finish(new LandscapeGraphBuilder().addAll(readLandscape('opentelemetry-demo')).seal(7));
const NOTHING_PLANNED = maintenanceAt([], 0);
const SINCE = Date.UTC(2026, 10, 20, 9, 30);

function reported(states: Record<string, FailureState>, healthyCount = 0): ReportedHealth {
  const idOf = (name: string): string => graph.findEntity('component', name)?.id ?? name;
  const unhealthy = Object.entries(states).map(([name, state]) => ({ componentId: idOf(name), state, since: SINCE }));
  return { unhealthy, healthyCount };
}

const bodyOf = (states: Record<string, FailureState>, healthyCount = 0) =>
  snapshotBody(liveImpact(graph, reported(states, healthyCount)), NOTHING_PLANNED, 'EUR');
const effective = (rows: { technicalName: string; effectiveState: string }[]) => rows.map((row) => [row.technicalName, row.effectiveState]);

describe('with astronomy-db down and ad degraded', () => {
  const body = bodyOf({ 'astronomy-db': 'Outage', ad: 'Degraded' }, 3);

  /**
   * As in a blast radius of astronomy-db. ad is Degraded by itself; two levels milder, that is Healthy for frontend, which is affected by
   * the database alone.
   */
  test('each impacted component names the cause of its effective state', () => {
    expect(body.impacted.map((row) => [row.technicalName, row.effectiveState, row.cause])).toEqual([
      ['accounting', 'Outage', 'astronomy-db'],
      ['astronomy-db', 'Outage', 'astronomy-db'],
      ['checkout', 'Outage', 'astronomy-db'],
      ['frontend', 'Outage', 'astronomy-db'],
      ['frontend-proxy', 'Outage', 'astronomy-db'],
      ['load-generator', 'Outage', 'astronomy-db'],
      ['product-catalog', 'Outage', 'astronomy-db'],
      ['recommendation', 'Outage', 'astronomy-db'],
      ['ad', 'Degraded', 'ad'],
    ]);
  });

  test('the unhealthy components are the two that report trouble, each with the time since when', () => {
    expect(body.unhealthy.map(({ technicalName, state, since }) => [technicalName, state, since])).toEqual([
      ['astronomy-db', 'Outage', '2026-11-20T09:30:00.000Z'],
      ['ad', 'Degraded', '2026-11-20T09:30:00.000Z'],
    ]);
  });

  test('states are counted as reported, and components that never reported as unreported', () => {
    expect(body.states).toEqual({ Healthy: 3, Warning: 0, Degraded: 1, Outage: 1, unreported: graph.components.count - 5 });
  });

  test('applications, capabilities, processes, audiences and revenue roll up as in the blast radius of the database', () => {
    expect(effective(body.applications)).toEqual([
      ['catalogue', 'Outage'],
      ['fulfilment', 'Outage'],
      ['load-test', 'Outage'],
      ['ordering', 'Outage'],
      ['storefront', 'Outage'],
    ]);
    expect(effective(body.capabilities)).toEqual([
      ['browse-catalogue', 'Outage'],
      ['fulfil-order', 'Outage'],
      ['online-sales', 'Outage'],
      ['place-order', 'Outage'],
    ]);
    expect(effective(body.processes)).toEqual([['order-to-cash', 'Outage']]);
    expect(effective(body.audiences)).toEqual([['shoppers', 'Outage']]);
    expect(body.revenueExposure).toMatchObject({ currency: 'EUR', perYear: 17_520_000, perHour: 2000, expectedPerHour: 2000 });
    expect(body.landscapeVersion).toBe(7);
  });
});

/**
 * frontend calls ad Soft and optional, so Degraded becomes Healthy. frontend-proxy, the outermost component of the storefront, is not
 * affected.
 */
test('an application whose trouble stays inside is listed as Healthy, and exposes no revenue', () => {
  const body = bodyOf({ ad: 'Degraded' });
  expect(effective(body.impacted)).toEqual([['ad', 'Degraded']]);
  expect(effective(body.applications)).toEqual([['storefront', 'Healthy']]);
  expect(effective(body.capabilities)).toEqual([
    ['browse-catalogue', 'Healthy'],
    ['online-sales', 'Healthy'],
    ['place-order', 'Healthy'],
  ]);
  expect(body.revenueExposure.expectedPerHour).toBe(0);
});

test('nothing is impacted if nothing is unhealthy', () => {
  const body = bodyOf({}, 10);
  expect(body).toMatchObject({ unhealthy: [], impacted: [], applications: [], capabilities: [], processes: [], audiences: [] });
  expect(body.states).toEqual({ Healthy: 10, Warning: 0, Degraded: 0, Outage: 0, unreported: graph.components.count - 10 });
});

test('maintenance is shown for a component, for all components of an application, and for healthy ones too', () => {
  const idOf = (kind: 'component' | 'application', name: string) => graph.findEntity(kind, name)?.id ?? '';
  const windows = [
    { id: 'w1', kind: 'component' as const, entityId: idOf('component', 'astronomy-db'), startsAt: 0, endsAt: SINCE },
    { id: 'w2', kind: 'application' as const, entityId: idOf('application', 'ordering'), startsAt: 0, endsAt: SINCE },
    { id: 'w3', kind: 'component' as const, entityId: idOf('component', 'kafka'), startsAt: SINCE, endsAt: SINCE + 1 },
  ];
  const impact = liveImpact(graph, reported({ 'astronomy-db': 'Outage', checkout: 'Outage' }));
  const body = snapshotBody(impact, maintenanceAt(windows, 1), 'EUR');
  expect(body.unhealthy.map((row) => [row.technicalName, row.isUnderMaintenance])).toEqual([
    ['astronomy-db', true],
    ['checkout', true],
  ]);
  expect(body.impacted.filter((row) => row.isUnderMaintenance).map((row) => row.technicalName)).toEqual(['astronomy-db', 'checkout']);
  expect(body.maintenance.map(({ windowId, kind, technicalName, until }) => [windowId, kind, technicalName, until])).toEqual([
    ['w2', 'application', 'ordering', '2026-11-20T09:30:00.000Z'],
    ['w1', 'component', 'astronomy-db', '2026-11-20T09:30:00.000Z'],
  ]);
});

test('for those who may not see revenue, only withheld mentions it', () => {
  const body = bodyOf({ 'astronomy-db': 'Outage' });
  const moment = { version: 1, computedAt: '2026-11-20T09:30:00.000Z', pendingSignals: 0, openIncidents: [] };
  const plain = snapshotAnswer(body, moment, false);
  expect(plain.withheld).toEqual(['revenueExposure']);
  expect(JSON.stringify(plain)).not.toMatch(/perHour|perYear/);
  const full = snapshotAnswer(body, moment, true);
  expect([full.withheld, full.revenueExposure?.perHour]).toEqual([[], 2000]);
});

describe('by cause', () => {
  const impact = liveImpact(graph, reported({ 'astronomy-db': 'Outage', 'product-catalog': 'Outage', ad: 'Warning', kafka: 'Degraded' }));
  const asked = { currency: 'EUR', maintenance: NOTHING_PLANNED };
  const databaseId = graph.findEntity('component', 'astronomy-db')?.id ?? '';

  test('each component that no other explains is listed with its state, its incident and its blast radius', () => {
    const incidents = new Map([[databaseId, { id: 'i1', state: 'Open' as const }]]);
    const { causes, causeCount, landscapeVersion } = withIncidents(finish(healthImpact(impact, { ...asked, causeLimit: 10 })), incidents);
    expect([causeCount, landscapeVersion]).toEqual([3, 7]);
    expect(causes.map(({ technicalName, state, since, incident }) => [technicalName, state, since, incident?.id ?? null])).toEqual([
      ['astronomy-db', 'Outage', '2026-11-20T09:30:00.000Z', 'i1'],
      ['kafka', 'Degraded', '2026-11-20T09:30:00.000Z', null],
      ['ad', 'Warning', '2026-11-20T09:30:00.000Z', null],
    ]);
    const alone = finish(
      blastRadius(graph, {
        entityType: 'component',
        entityId: databaseId,
        direction: 'downstream',
        requestedDepth: null,
        planMaximumDepth: 10,
        modes: null,
        types: null,
        componentLimit: 0,
        currency: 'EUR',
        canSeeRevenue: true,
      }),
    );
    const { applications, capabilities, processes, audiences, counts, completeness, revenueExposure } = alone ?? {};
    expect(causes[0]).toMatchObject({ applications, capabilities, processes, audiences, counts, completeness, revenueExposure });
  });

  test('of many causes the most costly and the most critical are calculated, the most costly first, and all are counted', () => {
    const { causes, causeCount } = finish(healthImpact(impact, { ...asked, causeLimit: 1 }));
    expect([causes.map(({ technicalName }) => technicalName), causeCount]).toEqual([['astronomy-db', 'ad'], 3]);
  });
});

/**
 * If only one component reports anything, the live roll-up must say the same about each entity as the blast radius, wherever that is worse
 * than Healthy.
 */
test('one unhealthy component rolls up in the same way as its blast radius', { timeout: 60_000 }, () => {
  const worse = (rows: { technicalName: string; state: string }[]) =>
    rows.filter(({ state }) => state !== 'Healthy').sort((a, b) => byCodeUnit(a.technicalName, b.technicalName));
  fc.assert(
    fc.property(landscapes, fc.nat(), fc.constantFrom(...FAILURE_STATES), (facts, which, state) => {
      const component = facts.components[which % Math.max(1, facts.components.length)];
      if (component === undefined) return;
      const random = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
      const health = { unhealthy: [{ componentId: component.id, state, since: 0 }], healthyCount: 0 };
      const body = snapshotBody(liveImpact(random, health), NOTHING_PLANNED, 'EUR');
      const answer = finish(
        blastRadius(random, {
          entityType: 'component',
          entityId: component.id,
          direction: 'downstream',
          state,
          requestedDepth: null,
          planMaximumDepth: 50,
          modes: null,
          types: null,
          componentLimit: null,
          currency: 'EUR',
          canSeeRevenue: true,
        }),
      );
      for (const kind of ['applications', 'capabilities', 'processes', 'audiences'] as const) {
        const live = body[kind].map((row) => ({ technicalName: row.technicalName, state: row.effectiveState }));
        const expected = (answer?.[kind] ?? []).map((row) => ({ technicalName: row.technicalName, state: row.expectedState }));
        expect(worse(live)).toEqual(worse(expected));
      }
      expect(body.revenueExposure.perYear).toBeCloseTo(answer?.revenueExposure?.perYear ?? 0, 9);
      expect(body.revenueExposure.expectedPerHour).toBeCloseTo(answer?.revenueExposure?.expectedPerHour ?? 0, 9);
    }),
    randomRuns(300),
  );
});

test('an application that stays Healthy around a failed component is not counted or named as affected', () => {
  const shop = sketchGraph({ edges: ['shop.front -> shop.ads Async optional', 'help.desk -> shop.front'] });
  const unhealthy = ['shop.ads', 'help.desk'].map((name) => ({ componentId: componentId(name), state: 'Degraded' as const, since: SINCE }));
  const { counts } = packBody(liveImpact(shop, { unhealthy, healthyCount: 0 }), NOTHING_PLANNED, 'EUR');
  expect(counts).toEqual({ impacted: 2, applications: 1 });
  expect(worstApplications(shop, 10).map(({ technicalName }) => technicalName)).toEqual(['help']);
});
