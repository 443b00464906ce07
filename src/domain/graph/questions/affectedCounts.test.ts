/** Reached is not affected, and what is not recorded is not nobody: named cases. */
import { describe, expect, test } from 'vitest';
import { blastRadius } from './blastRadius';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { SegmentFact } from '@/domain/graph/arrays/landscapeFacts';
import { testGuid } from '@/test/graphArbitrary';
import { capabilityId, componentId, sketchFacts, type Sketch } from '@/test/graphSketch';
import { finish } from '@/plain/steps';

function whenFails(name: string, sketch: Sketch, segments: SegmentFact[] = [], canSeeRevenue = true) {
  const graph = finish(new LandscapeGraphBuilder().addAll({ ...sketchFacts(sketch), segments }).seal(1));
  return finish(
    blastRadius(graph, {
      entityType: 'component',
      entityId: componentId(name),
      direction: 'downstream',
      requestedDepth: null,
      planMaximumDepth: 10,
      modes: null,
      types: null,
      componentLimit: 0,
      currency: 'EUR',
      canSeeRevenue,
    }),
  )!;
}

const EVERYTHING = ['capabilities', 'audiences', 'revenue'] as const;

const shoppers = (annualRevenue: number | null, revenueShare: number | null): SegmentFact => ({
  id: testGuid(4, 1),
  technicalName: 'shoppers',
  name: 'Shoppers',
  audienceType: 'Customers',
  people: 10,
  annualRevenue,
  capabilities: [{ capabilityId: capabilityId('selling'), revenueShare }],
});

describe('affected', () => {
  test('are those worse than Healthy, while counts keep what is only reached', () => {
    const { counts, affectedCounts } = whenFails('db.main', {
      edges: ['cart.api -> db.main group:stores', 'cart.api -> db.spare group:stores', 'shop.front -> cart.api', 'report.job -> db.main'],
      supports: { shop: ['selling'], report: ['reporting'] },
    });
    expect(counts).toEqual({ components: 3, applications: 4, capabilities: 2, processes: 0, audiences: 0 });
    expect(affectedCounts).toEqual({ components: 1, applications: 2, capabilities: 1, processes: 0, audiences: 0 });
  });

  test('a Healthy application still says that one of its own components is down', () => {
    const { applications } = whenFails('shop.ads', { edges: ['shop.front -> shop.ads Async optional', 'shop.front -> shop.cart'] });
    expect(applications).toMatchObject([
      { technicalName: 'shop', expectedState: 'Healthy', componentCount: 2, affectedComponentCount: 1, downComponentCount: 1 },
    ]);
  });
});

describe('not recorded', () => {
  const edges = ['shop.front -> db.main Async optional'];
  const supports: Record<string, string[]> = { db: ['selling'] };
  const none: Record<string, string[]> = {};
  const healthyOnly: Record<string, string[]> = { shop: ['selling'] };
  test.each<[string, Record<string, string[]>, SegmentFact[], readonly string[]]>([
    ['nothing, where capabilities, audiences and revenue are linked', supports, [shoppers(100, 0.5)], []],
    ['what only an application that stays Healthy supports', healthyOnly, [shoppers(100, 0.5)], EVERYTHING],
    ['capabilities, audiences and revenue, where no application supports anything', none, [], EVERYTHING],
    ['audiences and revenue, where no segment is linked', supports, [], ['audiences', 'revenue']],
    ['revenue, where a segment has none', supports, [shoppers(null, 0.5)], ['revenue']],
    ['revenue, where a segment has no share of it', supports, [shoppers(100, null)], ['revenue']],
    ['no revenue of a share of 0, which somebody wrote down', supports, [shoppers(100, 0)], []],
  ])('is %s', (_, supported, segments, expected) => {
    expect(whenFails('db.main', { edges, supports: supported }, segments).completeness.notRecorded).toEqual(expected);
  });

  test('leaves revenue withheld, whatever is recorded, for who may not see it', () => {
    const { completeness } = whenFails('db.main', { edges, supports: { db: ['selling'] } }, [shoppers(null, null)], false);
    expect(completeness).toMatchObject({ notRecorded: [], withheld: ['revenueExposure'] });
  });

  test('is asked of the whole landscape, not of what a healthy capability passes on', () => {
    const { audiences, completeness } = whenFails(
      'shop.ads',
      {
        edges: ['shop.front -> shop.ads Async optional'],
        supports: { shop: ['selling'] },
      },
      [shoppers(100, 0.5)],
    );
    expect(audiences).toMatchObject([{ technicalName: 'shoppers', expectedState: 'Healthy' }]);
    expect(completeness.notRecorded).toEqual([]);
  });
});
