/** The demo landscape as lanes, calculated by hand from its manifest; and, on random landscapes, bounds and agreement with the whole answer. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blastLanes, type BlastLanes } from '@/domain/graph/impactPicture/blastColumns';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { MOST_CARDS, MOST_CARD_ROWS, MOST_LANE_LINKS, OTHER_APPLICATIONS } from '@/domain/graph/impactPicture/impactColumns';
import { CRITICALITY_TIERS, HEALTH_STATES, type Direction, type EntityKind } from '@/domain/vocabulary';
import { landscapes, queryFor, questions } from '@/test/graphArbitrary';
import { readLandscape } from '@/test/graphFromManifest';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const graph = finish(new LandscapeGraphBuilder().addAll(readLandscape('opentelemetry-demo')).seal(1));

function lanesOf(entityType: EntityKind, technicalName: string, direction: Direction = 'downstream', canSeeRevenue = true): BlastLanes {
  const question = { requestedDepth: 10, planMaximumDepth: 10, modes: null, types: null };
  const lanes = finish(blastLanes(graph, { entityType, entityId: technicalName, direction, ...question }, canSeeRevenue));
  if (lanes === null) throw new Error(`No ${entityType} ${technicalName}`);
  return lanes;
}

const namesIn = ({ causes, cards, capabilities, processes, audiences }: BlastLanes) =>
  new Map([...causes, ...cards, ...capabilities, ...processes, ...audiences].map(({ id, technicalName }) => [id, technicalName]));
const linksOf = (lanes: BlastLanes): string[] => {
  const names = namesIn(lanes);
  return lanes.links.map(({ from, to, count }) => `${names.get(from)} > ${names.get(to)} ${count}`).sort();
};

describe('what the astronomy database takes down', () => {
  const lanes = lanesOf('component', 'astronomy-db');

  test('begins with it, in its application', () => {
    expect(lanes.causes).toMatchObject([
      {
        technicalName: 'astronomy-db',
        kind: 'component',
        componentKind: 'Database',
        state: 'Outage',
        applicationName: 'Catalogue',
        rows: [],
      },
    ]);
  });

  test('continues with applications, ordered by criticality, then number affected, then name', () => {
    expect(
      lanes.cards.map(({ technicalName, depth, state, rows }) => [technicalName, depth, state, rows.map((row) => row.technicalName)]),
    ).toEqual([
      ['storefront', 2, 'Outage', ['frontend', 'recommendation', 'frontend-proxy']],
      ['ordering', 2, 'Outage', ['checkout']],
      ['catalogue', 1, 'Outage', ['product-catalog']],
      ['fulfilment', 1, 'Outage', ['accounting']],
      ['load-test', 4, 'Outage', ['load-generator']],
    ]);
    expect(lanes.others).toEqual({ applications: 0, components: 0, depth: 0 });
  });

  // Order to cash consists of placing and fulfilling an order, so whatever supports one of these leads to it.
  test('says what passes the failure on to what, from cause to cost', () => {
    expect(linksOf(lanes)).toEqual([
      'astronomy-db > catalogue 1',
      'astronomy-db > fulfilment 1',
      'browse-catalogue > shoppers 1',
      'catalogue > browse-catalogue 1',
      'catalogue > ordering 1',
      'catalogue > storefront 2',
      'fulfilment > fulfil-order 1',
      'fulfilment > order-to-cash 1',
      'ordering > order-to-cash 1',
      'ordering > place-order 1',
      'place-order > shoppers 1',
      'storefront > browse-catalogue 1',
      'storefront > load-test 1',
      'storefront > order-to-cash 1',
      'storefront > place-order 1',
    ]);
  });

  test('ends with people and money, or only people for those who may not see revenue', () => {
    expect(lanes.audiences).toMatchObject([
      { technicalName: 'shoppers', people: 240_000, exposure: { perHour: 2_000, expectedPerHour: 2_000 } },
    ]);
    expect(lanesOf('component', 'astronomy-db', 'downstream', false).audiences).toMatchObject([
      { technicalName: 'shoppers', exposure: null },
    ]);
  });
});

describe('a start that is not a component', () => {
  test('comes first, and its contents fail with it in separate cards', () => {
    const lanes = lanesOf('technology', 'valkey-8');
    expect(lanes.causes).toMatchObject([{ technicalName: 'valkey-8', kind: 'technology', componentCount: 2, rows: [] }]);
    expect(lanes.cards.find(({ depth }) => depth === 0)?.rows.map(({ technicalName, depth }) => [technicalName, depth])).toContainEqual([
      'valkey-cart',
      0,
    ]);
    expect(linksOf(lanes)).toContain('valkey-8 > ordering 2');
  });

  test('an application contains its own components and has no separate card', () => {
    const lanes = lanesOf('application', 'catalogue');
    expect(lanes.causes[0]?.rows.map(({ technicalName }) => technicalName).sort()).toEqual(
      readLandscape('opentelemetry-demo')
        .components.filter(
          ({ applicationId }) =>
            applicationId === readLandscape('opentelemetry-demo').applications.find((one) => one.technicalName === 'catalogue')?.id,
        )
        .map(({ technicalName }) => technicalName)
        .sort(),
    );
    expect(lanes.cards.map(({ technicalName }) => technicalName)).not.toContain('catalogue');
  });
});

test('upstream names zones, technologies and datasets of a component, and rolls nothing up', () => {
  const lanes = lanesOf('component', 'astronomy-db', 'upstream');
  expect(lanes.cards).toEqual([]);
  expect(lanes.grounds.length).toBeGreaterThan(0);
  expect(lanes.grounds.every(({ state }) => state === 'Outage')).toBe(true);
  expect([lanes.capabilities, lanes.audiences]).toEqual([[], []]);
});

test('upstream, distant components lead to near ones', () => {
  const lanes = lanesOf('component', 'checkout', 'upstream');
  // Checkout calls the product catalogue and the currency service, both of the catalogue.
  expect(linksOf(lanes)).toContain('catalogue > checkout 2');
});

test('for any landscape and question the lanes are bounded and agree with the whole answer', () => {
  fc.assert(
    fc.property(landscapes, questions, (facts, asked) => {
      const query = queryFor(facts, asked);
      fc.pre(query !== null);
      const one = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
      const answer = finish(blastRadius(one, { ...query, componentLimit: null, canSeeRevenue: true }));
      const lanes = finish(blastLanes(one, query, true));
      expect(lanes === null).toBe(answer === null);
      if (lanes === null || answer === null) return;
      expect(lanes.cards.length).toBeLessThanOrEqual(MOST_CARDS);
      expect(lanes.links.length).toBeLessThanOrEqual(MOST_LANE_LINKS + 24 * 24 * 3);
      const carded = lanes.cards.reduce((sum, { componentCount }) => sum + componentCount, lanes.others.components);
      const standsAlone = query.direction === 'upstream' || query.entityType === 'component' || query.entityType === 'application';
      expect(carded).toBe(answer.counts.components + (standsAlone ? 0 : answer.origin.length));
      const stateOf = new Map([...answer.origin, ...answer.components].map(({ id, expectedState }) => [id, expectedState]));
      const applications = new Map(answer.applications.map(({ id, expectedState }) => [id, expectedState]));
      for (const { id, state, rows, depth, componentCount } of lanes.cards) {
        expect(state).toBe(applications.get(id));
        expect(rows.length).toBe(Math.min(MOST_CARD_ROWS, componentCount));
        expect(rows[0]?.depth).toBe(depth);
        for (const row of rows) expect(row.state).toBe(stateOf.get(row.id));
      }
      const tiers = lanes.cards.map(({ criticalityTier }) => CRITICALITY_TIERS.indexOf(criticalityTier));
      expect(tiers).toEqual([...tiers].sort((a, b) => b - a));
      const known = new Set([...namesIn(lanes).keys(), OTHER_APPLICATIONS]);
      for (const { from, to } of lanes.links) expect([known.has(from), known.has(to), from === to]).toEqual([true, true, false]);
      if (query.direction === 'downstream') {
        expect(lanes.audiences.every(({ state }) => HEALTH_STATES.includes(state))).toBe(true);
        const isListed = answer.audiences.some(({ id }) => id === answer.entity.id) ? 1 : 0;
        expect(lanes.audiences.length + lanes.omitted.audiences).toBe(
          lanes.cards.length + lanes.causes[0]!.componentCount === 0 ? 0 : answer.counts.audiences - isListed,
        );
      }
    }),
    randomRuns(150),
  );
});
