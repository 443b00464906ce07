/** What several failures do together, one named case at a time: who contributes, what each does alone, and what they cost. */
import { expect, test } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { explain } from '@/domain/health/explanation';
import { healthImpact } from '@/domain/health/healthImpact';
import { liveImpact } from './liveImpact';
import { maintenanceAt } from '@/domain/health/maintenance';
import { snapshotBody } from '@/domain/health/snapshot';
import type { FailureState } from '@/domain/vocabulary';
import { capabilityId, componentId, sketchFacts } from '@/test/graphSketch';
import { finish } from '@/plain/steps';

const NOTHING_PLANNED = maintenanceAt([], 0);

/** web needs one of r1 and r2; the shop sells for a thousand an hour. */
function shopWith(reports: Record<string, FailureState>) {
  const facts = sketchFacts({
    edges: ['shop.web -> r.r1 group:a', 'shop.web -> r.r2 group:a'],
    supports: { shop: ['selling'] },
  });
  const segment = { id: componentId('buyers'), technicalName: 'buyers', name: 'Buyers', audienceType: 'Customers' as const, people: null };
  const capabilities = [{ capabilityId: capabilityId('selling'), revenueShare: 1 }];
  const graph = finish(
    new LandscapeGraphBuilder().addAll({ ...facts, segments: [{ ...segment, annualRevenue: 8_760_000, capabilities }] }).seal(1),
  );
  const unhealthy = Object.entries(reports).map(([name, state]) => ({ componentId: componentId(name), state, since: 0 }));
  return liveImpact(graph, { unhealthy, healthyCount: 0 });
}

test('two failed replicas contribute to what needs one of them, and each shows the whole exposure', () => {
  const impact = shopWith({ 'r.r1': 'Outage', 'r.r2': 'Outage' });
  const body = snapshotBody(impact, NOTHING_PLANNED, 'EUR');
  expect(body.impacted.map(({ technicalName, cause, causes }) => [technicalName, cause, causes])).toEqual([
    ['r.r1', 'r.r1', ['r.r1']],
    ['r.r2', 'r.r2', ['r.r2']],
    ['shop.web', 'r.r1', ['r.r1', 'r.r2']],
  ]);
  expect(body.revenueExposure.expectedPerHour).toBe(1_000);
  const { causes } = finish(healthImpact(impact, { causeLimit: 10, currency: 'EUR', maintenance: NOTHING_PLANNED }));
  expect(causes.map(({ technicalName }) => technicalName)).toEqual(['r.r1', 'r.r2']);
  for (const [position, cause] of causes.entries()) {
    const share = { effectiveState: 'Outage', alone: 'Healthy', jointlyWith: [position === 0 ? 'r.r2' : 'r.r1'] };
    expect(cause.contributesTo.count).toBe(1);
    expect(cause.applications).toEqual(expect.arrayContaining([expect.objectContaining({ technicalName: 'shop', ...share })]));
    expect(cause.audiences).toEqual([expect.objectContaining({ technicalName: 'buyers', expectedState: 'Healthy', ...share })]);
    expect(cause.revenueExposure?.expectedPerHour).toBe(0);
    expect(cause.contributed).toEqual({ perHour: 1_000, expectedPerHour: 1_000 });
  }
});

test('a component that reports trouble itself is a symptom of both failed replicas', () => {
  const { causes, explainedBy } = finish(explain(shopWith({ 'r.r1': 'Outage', 'r.r2': 'Outage', 'shop.web': 'Outage' }), 'Degraded'));
  expect(causes.map(({ technicalName, symptoms }) => [technicalName, symptoms.map(({ jointlyWith }) => jointlyWith)])).toEqual([
    ['r.r1', [['r.r2']]],
    ['r.r2', [['r.r1']]],
  ]);
  expect(explainedBy.get(componentId('shop.web'))).toEqual([componentId('r.r1'), componentId('r.r2')]);
});

test('in a group that passes on the milder state, every target with at least that state contributes', () => {
  const { impacted } = snapshotBody(shopWith({ 'r.r1': 'Outage', 'r.r2': 'Degraded' }), NOTHING_PLANNED, 'EUR');
  expect(impacted.map(({ technicalName, effectiveState, causes }) => [technicalName, effectiveState, causes])).toEqual([
    ['r.r1', 'Outage', ['r.r1']],
    ['r.r2', 'Degraded', ['r.r2']],
    ['shop.web', 'Degraded', ['r.r1', 'r.r2']],
  ]);
});

test('a milder failure does not contribute to a component that another failure explains alone', () => {
  const facts = sketchFacts({ edges: ['web -> db', 'web -> cache'] });
  const reports = [
    { componentId: componentId('db'), state: 'Outage' as const, since: 0 },
    { componentId: componentId('cache'), state: 'Degraded' as const, since: 0 },
  ];
  const impact = liveImpact(finish(new LandscapeGraphBuilder().addAll(facts).seal(1)), { unhealthy: reports, healthyCount: 0 });
  const { impacted } = snapshotBody(impact, NOTHING_PLANNED, 'EUR');
  expect(impacted.find(({ technicalName }) => technicalName === 'web')?.causes).toEqual(['db']);
});
