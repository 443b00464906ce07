/** The demo landscape as columns, calculated by hand from its manifest; and, on random landscapes, bounds and agreement with the whole answer. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blastColumns, type BlastColumns } from './blastColumns';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { MOST_CARDS, MOST_CARD_ROWS, MOST_DRAWN_LINKS, MOST_LONE_ROWS, OTHER_APPLICATIONS } from './columnTypes';
import { CRITICALITY_TIERS, HEALTH_STATES, type Direction, type EntityKind } from '@/domain/vocabulary';
import { landscapes, queryFor, questions } from '@/test/graphArbitrary';
import { readLandscape } from '@/test/graphFromManifest';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const graph = finish(new LandscapeGraphBuilder().addAll(readLandscape('opentelemetry-demo')).seal(1));

function columnsOf(entityType: EntityKind, technicalName: string, direction: Direction = 'downstream', canSeeRevenue = true): BlastColumns {
  const question = { requestedDepth: 10, planMaximumDepth: 10, modes: null, types: null };
  const columns = finish(blastColumns(graph, { entityType, entityId: technicalName, direction, ...question }, canSeeRevenue));
  if (columns === null) throw new Error(`No ${entityType} ${technicalName}`);
  return columns;
}

const namesIn = ({ causes, cards, capabilities, processes, audiences }: BlastColumns) =>
  new Map([
    ...[...causes, ...capabilities, ...processes, ...audiences].map(({ id, technicalName }) => [id, technicalName] as const),
    ...cards.flatMap(({ technicalName, parts }) => parts.map(({ id, depth }) => [id, `${technicalName} ${depth}`] as const)),
  ]);
const rowsOf = ({ parts }: BlastColumns['cards'][number]) => parts.flatMap(({ rows }) => rows);
const linksOf = (columns: BlastColumns): string[] => {
  const names = namesIn(columns);
  return columns.links.map(({ from, to, count }) => `${names.get(from)} > ${names.get(to)} ${count}`).sort();
};

describe('what the astronomy database takes down', () => {
  const columns = columnsOf('component', 'astronomy-db');

  test('begins with it, in its application', () => {
    expect(columns.causes).toMatchObject([
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

  test('continues with applications, each in parts by distance, ordered by exposure, then criticality, then name', () => {
    expect(
      columns.cards.map(({ technicalName, state, parts }) => [
        technicalName,
        state,
        parts.map(({ depth, rows }) => [depth, rows.map((row) => row.technicalName)]),
      ]),
    ).toEqual([
      [
        'storefront',
        'Outage',
        [
          [2, ['frontend', 'recommendation']],
          [3, ['frontend-proxy']],
        ],
      ],
      ['ordering', 'Outage', [[2, ['checkout']]]],
      ['catalogue', 'Outage', [[1, ['product-catalog']]]],
      ['fulfilment', 'Outage', [[1, ['accounting']]]],
      ['load-test', 'Outage', [[4, ['load-generator']]]],
    ]);
    expect(columns.others).toEqual({ applications: 0, components: 0 });
  });

  // Order to cash consists of placing and fulfilling an order, so whatever supports one of these leads to it.
  test('says what passes the failure on to what, from cause to cost', () => {
    expect(linksOf(columns)).toEqual([
      'astronomy-db > catalogue 1 1',
      'astronomy-db > fulfilment 1 1',
      'browse-catalogue > shoppers 1',
      'catalogue 1 > browse-catalogue 1',
      'catalogue 1 > ordering 2 1',
      'catalogue 1 > storefront 2 2',
      'fulfilment 1 > fulfil-order 1',
      'fulfilment 1 > order-to-cash 1',
      'ordering 2 > order-to-cash 1',
      'ordering 2 > place-order 1',
      'ordering 2 > storefront 2 1',
      'place-order > shoppers 1',
      'storefront 2 > browse-catalogue 1',
      'storefront 2 > order-to-cash 1',
      'storefront 2 > place-order 1',
      'storefront 2 > storefront 3 1',
      'storefront 3 > load-test 4 1',
    ]);
  });

  test('ends with people and money, or only people for those who may not see revenue', () => {
    expect(columns.audiences).toMatchObject([
      { technicalName: 'shoppers', people: 240_000, exposure: { perHour: 2_000, expectedPerHour: 2_000 } },
    ]);
    expect(columnsOf('component', 'astronomy-db', 'downstream', false).audiences).toMatchObject([
      { technicalName: 'shoppers', exposure: null },
    ]);
  });
});

describe('a start that is not a component', () => {
  test('comes first, and its contents fail with it in separate cards', () => {
    const columns = columnsOf('technology', 'valkey-8');
    expect(columns.causes).toMatchObject([{ technicalName: 'valkey-8', kind: 'technology', componentCount: 2, rows: [] }]);
    expect(columns.cards.flatMap(rowsOf).map(({ technicalName, depth }) => [technicalName, depth])).toContainEqual(['valkey-cart', 0]);
    expect(linksOf(columns)).toContain('valkey-8 > ordering 0 2');
  });

  test('an application contains its own components and has no separate card', () => {
    const columns = columnsOf('application', 'catalogue');
    expect(columns.causes[0]?.rows.map(({ technicalName }) => technicalName).sort()).toEqual(
      readLandscape('opentelemetry-demo')
        .components.filter(
          ({ applicationId }) =>
            applicationId === readLandscape('opentelemetry-demo').applications.find((one) => one.technicalName === 'catalogue')?.id,
        )
        .map(({ technicalName }) => technicalName)
        .sort(),
    );
    expect(columns.cards.map(({ technicalName }) => technicalName)).not.toContain('catalogue');
  });
});

test('upstream names zones, technologies and datasets of a component, and rolls nothing up', () => {
  const columns = columnsOf('component', 'astronomy-db', 'upstream');
  expect(columns.cards).toEqual([]);
  expect(columns.grounds.length).toBeGreaterThan(0);
  expect(columns.grounds.every(({ state }) => state === 'Outage')).toBe(true);
  expect([columns.capabilities, columns.audiences]).toEqual([[], []]);
});

test('upstream, distant components lead to near ones', () => {
  const columns = columnsOf('component', 'checkout', 'upstream');
  // Checkout calls the product catalogue and the currency service, both of the catalogue.
  expect(linksOf(columns)).toContain('catalogue 1 > checkout 2');
});

test('for any landscape and question the columns are bounded and agree with the whole answer', () => {
  fc.assert(
    fc.property(landscapes, questions, (facts, asked) => {
      const query = queryFor(facts, asked);
      fc.pre(query !== null);
      const one = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
      const answer = finish(blastRadius(one, { ...query, componentLimit: null, canSeeRevenue: true }));
      const columns = finish(blastColumns(one, query, true));
      expect(columns === null).toBe(answer === null);
      if (columns === null || answer === null) return;
      expect(columns.cards.length).toBeLessThanOrEqual(MOST_CARDS);
      expect(columns.links.length).toBeLessThanOrEqual(MOST_DRAWN_LINKS + 24 * 24 * 3);
      const carded = columns.cards.reduce((sum, { componentCount }) => sum + componentCount, columns.others.components);
      const standsAlone = query.direction === 'upstream' || query.entityType === 'component' || query.entityType === 'application';
      expect(carded).toBe(answer.counts.components + (standsAlone ? 0 : answer.origin.length));
      const stateOf = new Map([...answer.origin, ...answer.components].map(({ id, expectedState }) => [id, expectedState]));
      const applications = new Map(answer.applications.map(({ id, expectedState }) => [id, expectedState]));
      for (const { id, state, parts, depth, componentCount } of columns.cards) {
        expect(state).toBe(applications.get(id));
        expect(Math.min(...parts.map((part) => part.depth))).toBe(depth);
        expect(parts.reduce((sum, part) => sum + part.componentCount, 0)).toBe(componentCount);
        for (const { rows, isAffected, ...part } of parts) {
          expect(rows.length).toBe(Math.min(columns.isOneApplication ? MOST_LONE_ROWS : MOST_CARD_ROWS, part.componentCount));
          for (const row of rows) expect([row.state, row.depth]).toEqual([stateOf.get(row.id), part.depth]);
          expect(rows.every((row) => (row.state !== 'Healthy') === isAffected)).toBe(true);
        }
      }
      const inOrder = columns.cards.map(({ state, exposure, criticalityTier }) => [
        HEALTH_STATES.indexOf(state),
        exposure?.expectedPerHour ?? 0,
        exposure?.perHour ?? 0,
        CRITICALITY_TIERS.indexOf(criticalityTier),
      ]);
      expect(inOrder).toEqual([...inOrder].sort((a, b) => b.map((own, at) => own - a[at]!).find((by) => by !== 0) ?? 0));
      const lone = columns.cards.flatMap(({ parts }) => parts.flatMap(({ id, rows }) => rows.map((row) => `${id} ${row.id}`)));
      const known = new Set([...namesIn(columns).keys(), OTHER_APPLICATIONS, ...(columns.isOneApplication ? lone : [])]);
      for (const { from, to } of columns.links) expect([known.has(from), known.has(to), from === to]).toEqual([true, true, false]);
      if (query.direction === 'downstream') {
        expect(columns.audiences.every(({ state }) => HEALTH_STATES.includes(state))).toBe(true);
        const isListed = answer.audiences.some(({ id }) => id === answer.entity.id) ? 1 : 0;
        expect(columns.audiences.length + columns.omitted.audiences).toBe(
          columns.cards.length + columns.causes[0]!.componentCount === 0 ? 0 : answer.counts.audiences - isListed,
        );
      }
    }),
    randomRuns(150),
  );
});
