import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { liveImpact } from '@/domain/graph/questions/live/liveImpact';
import { liveLanes, MOST_LANE_CAUSES, OTHER_CAUSES } from '@/domain/graph/impactPicture/liveColumns';
import type { FailureState } from '@/domain/vocabulary';
import { readLandscape } from '@/test/graphFromManifest';
import { impactOf, unhealthyLandscapes } from '@/test/healthArbitrary';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const graph = finish(new LandscapeGraphBuilder().addAll(readLandscape('opentelemetry-demo')).seal(1));
const idOf = (technicalName: string): string => graph.findEntity('component', technicalName)?.id ?? '';

function lanesOf(states: Readonly<Record<string, FailureState>>, order: readonly string[] = []) {
  const unhealthy = Object.entries(states).map(([name, state]) => ({ componentId: idOf(name), state, since: 0 }));
  return liveLanes(liveImpact(graph, { unhealthy, healthyCount: 0 }), order.map(idOf), true);
}

describe('the lanes of the current impact', () => {
  test('show all causes together, in the given order, and each symptom in its card', () => {
    const lanes = lanesOf({ 'astronomy-db': 'Outage', payment: 'Degraded', frontend: 'Warning' }, ['payment', 'astronomy-db']);
    expect(lanes.causes.map(({ technicalName, state }) => [technicalName, state])).toEqual([
      ['payment', 'Degraded'],
      ['astronomy-db', 'Outage'],
    ]);
    const storefront = lanes.cards.find(({ technicalName }) => technicalName === 'storefront');
    expect(storefront?.rows.map(({ technicalName, depth, state }) => [technicalName, depth, state])).toContainEqual([
      'frontend',
      2,
      'Outage',
    ]);
  });

  test('lead from each cause to what it reaches first', () => {
    const lanes = lanesOf({ payment: 'Outage' });
    const ordering = lanes.cards.find(({ technicalName }) => technicalName === 'ordering');
    expect(lanes.links).toContainEqual({ from: idOf('payment'), to: ordering?.id, count: 1 });
    expect(ordering?.depth).toBe(1);
  });

  test('are empty if nothing is impacted', () => {
    const lanes = lanesOf({});
    expect([lanes.causes, lanes.cards, lanes.capabilities, lanes.audiences, lanes.links]).toEqual([[], [], [], [], []]);
  });

  test('a cause that takes nothing else down leads to what its own application supports', () => {
    const lanes = lanesOf({ 'frontend-proxy': 'Outage' });
    const placing = lanes.capabilities.find(({ technicalName }) => technicalName === 'place-order');
    expect(lanes.links).toContainEqual({ from: idOf('frontend-proxy'), to: placing?.id, count: 1 });
  });
});

test('show each impacted component as a cause or in a card, in any landscape', () => {
  fc.assert(
    fc.property(unhealthyLandscapes, ({ facts, own }) => {
      const impact = impactOf(facts, own);
      const [impacted, causes] = [impact.nodes.length, impact.rootCauses.length];
      const lanes = liveLanes(impact, [], true);
      expect(lanes.causes.length).toBe(Math.min(MOST_LANE_CAUSES, causes));
      expect(lanes.causes.length + lanes.causesOmitted).toBe(causes);
      const carded = lanes.cards.reduce((sum, { componentCount }) => sum + componentCount, lanes.others.components);
      expect(carded).toBe(impacted - causes);
      const known = new Set([
        OTHER_CAUSES,
        'others',
        ...[...lanes.causes, ...lanes.cards, ...lanes.capabilities, ...lanes.processes, ...lanes.audiences].map(({ id }) => id),
      ]);
      for (const { from, to } of lanes.links) expect([known.has(from), known.has(to)]).toEqual([true, true]);
    }),
    randomRuns(150),
  );
});
