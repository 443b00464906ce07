/** Roll-ups by outermost components, and revenue counted once, one named case at a time. */
import { describe, expect, test } from 'vitest';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import { segmentExposure } from './revenue';
import type { SegmentFact } from '@/domain/graph/arrays/landscapeFacts';
import type { HealthState } from '@/domain/vocabulary';
import { componentId, sketchGraph } from '@/test/graphSketch';
import type { Sketch } from '@/test/graphSketch';
import { finish } from '@/plain/steps';

function applicationsWhenFails(name: string, sketch: Sketch, requestedDepth: number | null = null): Record<string, [HealthState, number]> {
  const answer = finish(
    blastRadius(sketchGraph(sketch), {
      entityType: 'component',
      entityId: componentId(name),
      direction: 'downstream',
      requestedDepth,
      planMaximumDepth: 10,
      modes: null,
      types: null,
      componentLimit: null,
      currency: 'EUR',
      canSeeRevenue: false,
    }),
  );
  return Object.fromEntries((answer?.applications ?? []).map((row) => [row.technicalName, [row.expectedState, row.depth]]));
}

describe('an application', () => {
  const cases: [name: string, edges: string[], failing: string, expected: Record<string, [HealthState, number]>][] = [
    [
      'is as bad as what a failure inside makes of its outermost component',
      ['shop.front -> shop.ads Soft optional'],
      'shop.ads',
      { shop: ['Warning', 0] },
    ],
    ['is down when its outermost component is', ['shop.front -> shop.ads Soft optional'], 'shop.front', { shop: ['Outage', 0] }],
    [
      'is as bad as an inner component that another application needs Hard and required',
      ['shop.front -> shop.ads Soft optional', 'mail.sender -> shop.ads Hard'],
      'shop.ads',
      { shop: ['Outage', 0], mail: ['Outage', 1] },
    ],
    [
      'is not as bad as that component if the other application can do without it',
      ['shop.front -> shop.ads Soft optional', 'mail.sender -> shop.ads Hard optional', 'mail.sender -> shop.ads Reads Soft'],
      'shop.ads',
      { shop: ['Warning', 0], mail: ['Degraded', 1] },
    ],
    [
      'is not as bad as that component if that dependency does not propagate',
      ['shop.front -> shop.ads Soft optional', 'mail.sender -> shop.ads Hard blocked'],
      'shop.ads',
      { shop: ['Warning', 0] },
    ],
    [
      'counts a whole cycle that nothing outside depends on as outermost',
      ['shop.a -> shop.b Soft optional', 'shop.b -> shop.a Soft optional'],
      'shop.b',
      { shop: ['Outage', 0] },
    ],
    [
      'does not count a cycle that another of its components depends on as outermost',
      ['shop.front -> shop.a Soft', 'shop.a -> shop.b Soft optional', 'shop.b -> shop.a Soft optional'],
      'shop.b',
      { shop: ['Healthy', 0] },
    ],
    [
      'does not become one group through a cycle via another application',
      ['shop.front -> shop.ads Soft optional', 'shop.ads -> mail.sender Async', 'mail.sender -> shop.front Async'],
      'shop.ads',
      { shop: ['Warning', 0], mail: ['Healthy', 2] },
    ],
  ];
  test.each(cases)('%s', (_name, edges, failing, expected) => {
    expect(applicationsWhenFails(failing, { edges })).toEqual(expected);
  });

  test('is as bad as its worst reached component if a shallow query reaches no outermost component', () => {
    const edges = ['shop.front -> shop.logic Soft', 'shop.logic -> shop.store', 'shop.store -> db'];
    expect(applicationsWhenFails('db', { edges }, 1)).toEqual({ app: ['Outage', 0], shop: ['Outage', 1] });
    expect(applicationsWhenFails('db', { edges }, 3)).toEqual({ app: ['Outage', 0], shop: ['Degraded', 1] });
  });

  test('is affected, though expected Healthy, when one of its components is reached', () => {
    expect(applicationsWhenFails('db', { edges: ['shop.front -> db Async optional'] })).toEqual({
      app: ['Outage', 0],
      shop: ['Healthy', 1],
    });
  });
});

describe('the exposure of a segment', () => {
  const segment = (annualRevenue: number | null, ...shares: (number | null)[]): SegmentFact => ({
    id: 's',
    technicalName: 's',
    name: 's',
    audienceType: 'Customers',
    people: null,
    annualRevenue,
    capabilities: shares.map((revenueShare, number) => ({ capabilityId: `c${number}`, revenueShare })),
  });
  /** Severities of c0, c1 …: 0 Healthy or not affected, 1 Warning, 2 Degraded, 3 Outage. */
  const cases: [name: string, segment: SegmentFact, severities: number[], perYear: number, expectedPerHour: number][] = [
    ['is zero if nothing is worse than Healthy', segment(8760, 0.5, 0.5), [0, 0], 0, 0],
    ['weighs Outage 1', segment(8760, 0.5), [3], 4380, 0.5],
    ['weighs Degraded 0.5', segment(8760, 0.5), [2], 4380, 0.25],
    ['weighs Warning 0.1', segment(8760, 0.5), [1], 4380, 0.05],
    ['sums shares without rounding errors', segment(8760, 0.1, 0.2), [3, 3], 2628, 0.3],
    ['counts an omitted share as zero', segment(8760, null, 0.25), [3, 3], 2190, 0.25],
    ['is at most the whole, filled worst state first', segment(8760, 0.8, 0.8), [1, 3], 8760, 0.82],
    ['leaves no room for milder states once it is full', segment(8760, 1, 0.5, 0.5), [3, 2, 1], 8760, 1],
    ['is missing if the revenue is unknown', segment(null, 1), [3], 0, 0],
  ];
  test.each(cases)('%s', (_name, fact, severities, perYear, expectedPerHour) => {
    const exposure = segmentExposure(fact, (capabilityId) => severities[Number(capabilityId.slice(1))] ?? 0);
    expect(exposure).toEqual({ perYear, perHour: perYear / 8760, expectedPerHour });
  });
});
