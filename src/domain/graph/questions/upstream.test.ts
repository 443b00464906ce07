/** What could bring an entity down: its own components and everything behind them, against single points and failing each component alone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blastRadius } from './blastRadius';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { WEAK_POINT_ENTITY_KINDS } from '@/domain/graph/weakPoints/weakPointQuestion';
import { weakPointsOf } from '@/domain/graph/weakPoints/weakPoints';
import { HEALTH_STATES, type EntityKind } from '@/domain/vocabulary';
import { FACTS_OF_KIND, redundantLandscapes } from '@/test/graphArbitrary';
import { applicationId, componentId, sketchGraph } from '@/test/graphSketch';
import { effectiveStates } from '@/test/healthOracle';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const OUTAGE = 3;
const BY_COMPONENTS = ['hosting-zone', 'hosting-area', 'technology', 'dataset'] as const;

function upstreamOf(graph: ReturnType<typeof sketchGraph>, entityType: EntityKind, entityId: string) {
  const unfiltered = { modes: null, types: null, componentLimit: null, currency: 'EUR', canSeeRevenue: true };
  const reach = { requestedDepth: null, planMaximumDepth: 100 };
  return finish(blastRadius(graph, { entityType, entityId, direction: 'upstream', state: 'Outage', ...reach, ...unfiltered }))!;
}

const chosen = <Kind extends EntityKind>(kinds: readonly Kind[]) => fc.record({ kind: fc.constantFrom(...kinds), number: fc.nat(99) });

function entityIn(facts: LandscapeFacts, { kind, number }: { kind: EntityKind; number: number }) {
  const candidates = facts[FACTS_OF_KIND[kind]];
  return candidates[number % Math.max(1, candidates.length)];
}

describe('in random landscapes', { timeout: 60_000 }, () => {
  test('what takes an entity down alone are exactly its single points', () => {
    fc.assert(
      fc.property(redundantLandscapes, chosen(WEAK_POINT_ENTITY_KINDS), (facts, asked) => {
        const fact = entityIn(facts, asked);
        if (fact === undefined) return;
        const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
        const { origin, components, completeness } = upstreamOf(graph, asked.kind, fact.id);
        const entity = graph.findEntity(asked.kind, fact.id)!;
        const question = { state: 'Outage', order: 1, canSeeRevenue: false, areFixesWanted: false } as const;
        const { singlePoints } = weakPointsOf(graph, entity, question);
        const deadly = [...origin, ...components].filter(({ expectedState }) => expectedState === 'Outage').map(({ id }) => id);
        expect(completeness.beyondDepth).toBe(0);
        expect(deadly.sort()).toEqual(singlePoints.map(({ node }) => graph.components.idOf(node)).sort());
        expect(origin.map(({ id }) => id).filter((id) => deadly.includes(id))).toHaveLength(
          singlePoints.filter(({ isOwn }) => isOwn).length,
        );
      }),
      randomRuns(300),
    );
  });

  test('what hurts a zone, an area, a technology or a dataset is what worsens any of its components when it fails alone', () => {
    fc.assert(
      fc.property(redundantLandscapes, chosen(BY_COMPONENTS), (facts, asked) => {
        const fact = entityIn(facts, asked);
        if (fact === undefined) return;
        const { origin, components } = upstreamOf(finish(new LandscapeGraphBuilder().addAll(facts).seal(1)), asked.kind, fact.id);
        const zones = facts.hostingZones.filter(({ id, hostingAreaId }) => [id, hostingAreaId].includes(fact.id)).map(({ id }) => id);
        const own = facts.components.filter(({ hostingZoneIds, technologyIds, datasetIds }) =>
          [...hostingZoneIds.filter((id) => zones.includes(id)), ...technologyIds, ...datasetIds].some(
            (id) => id === fact.id || zones.includes(id),
          ),
        );
        const told = new Map([...origin, ...components].map(({ id, expectedState }) => [id, expectedState]));
        expect(origin.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort());
        for (const { id } of facts.components) {
          const states = effectiveStates(facts, new Map([[id, OUTAGE]]));
          const worst = Math.max(0, ...own.map((component) => states.get(component.id)!));
          expect(told.get(id) ?? 'Healthy').toBe(HEALTH_STATES[worst]);
        }
      }),
      randomRuns(200),
    );
  });
});

describe('what could bring an entity down', () => {
  const shop = sketchGraph({
    edges: ['shop.front -> shop.cart', 'shop.front -> shop.ads Soft optional', 'shop.cart -> data.db', 'shop.front -> mail.sender Async'],
    supports: { shop: ['selling'], data: ['storing'] },
  });

  test('names its own components first, each with what it alone would do', () => {
    const { origin } = upstreamOf(shop, 'application', applicationId('shop'));
    expect(origin.map(({ technicalName, expectedState }) => [technicalName, expectedState])).toEqual([
      ['shop.cart', 'Outage'],
      ['shop.front', 'Outage'],
      ['shop.ads', 'Warning'],
    ]);
  });

  test('names other applications, but neither the asked one nor capabilities as causes', () => {
    const { applications, capabilities, processes, audiences, counts, affectedCounts, components } = upstreamOf(
      shop,
      'application',
      applicationId('shop'),
    );
    expect(applications.map(({ technicalName, expectedState }) => [technicalName, expectedState])).toEqual([
      ['data', 'Outage'],
      ['mail', 'Warning'],
    ]);
    expect(components.map(({ technicalName }) => technicalName)).toEqual(['data.db', 'mail.sender']);
    expect({ capabilities, processes, audiences }).toEqual({ capabilities: [], processes: [], audiences: [] });
    expect(counts).toEqual({ components: 2, applications: 2, capabilities: 0, processes: 0, audiences: 0 });
    expect(affectedCounts).toEqual({ components: 2, applications: 2, capabilities: 0, processes: 0, audiences: 0 });
  });

  test('does not list an application only because the asked component is in it', () => {
    const { applications } = upstreamOf(shop, 'component', componentId('shop.cart'));
    expect(applications.map(({ technicalName }) => technicalName)).toEqual(['data']);
  });
});
