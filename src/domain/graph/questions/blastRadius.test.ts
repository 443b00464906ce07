/** The whole answer against a slow and obvious oracle, on random landscapes: all start kinds, both directions, every filter and depth. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blastRadius } from './blastRadius';
import { explainPath } from './explain';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { applyEdits } from '@/domain/graph/landscape/graphEdits';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { DEPENDENCY_MODES, ENTITY_KINDS, HEALTH_STATES } from '@/domain/vocabulary';
import { editsBetween, landscapes, queryFor, questions, wideLandscapes } from '@/test/graphArbitrary';
import type { Question } from '@/test/graphArbitrary';
import { GraphOracle } from '@/test/graphOracle';
import { sketchFacts } from '@/test/graphSketch';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const build = (facts: LandscapeFacts, version: number): LandscapeGraph => finish(new LandscapeGraphBuilder().addAll(facts).seal(version));

function expectOracleAnswer(graph: LandscapeGraph, facts: LandscapeFacts, asked: Question): void {
  const query = queryFor(facts, asked);
  if (query !== null) expect(finish(blastRadius(graph, query))).toEqual(new GraphOracle(facts, query, graph.version).answer());
}

describe('a blast radius', { timeout: 60_000 }, () => {
  test('is what the rules give when applied one by one to plain facts', () => {
    fc.assert(
      fc.property(landscapes, fc.array(questions, { minLength: 4, maxLength: 4 }), (facts, asked) => {
        const graph = build(facts, 7);
        asked.forEach((question) => expectOracleAnswer(graph, facts, question));
      }),
      randomRuns(300),
    );
  });

  test('makes no component worse when the filter gets narrower', () => {
    fc.assert(
      fc.property(landscapes, questions, fc.subarray([...DEPENDENCY_MODES], { minLength: 1 }), (facts, asked, modes) => {
        const query = queryFor(facts, { ...asked, direction: 'downstream', modes: null });
        if (query === null) return;
        const graph = build(facts, 7);
        const statesOf = (wanted: typeof query): Map<string, number> => {
          const { origin = [], components = [] } = finish(blastRadius(graph, { ...wanted, componentLimit: null })) ?? {};
          return new Map([...origin, ...components].map(({ id, expectedState }) => [id, HEALTH_STATES.indexOf(expectedState)]));
        };
        const wide = statesOf(query);
        for (const [id, severity] of statesOf({ ...query, modes })) expect(severity).toBeLessThanOrEqual(wide.get(id) ?? -1);
      }),
      randomRuns(200),
    );
  });

  test('is what the rules give in landscapes of a hundred components too', () => {
    fc.assert(
      fc.property(wideLandscapes, fc.array(questions, { minLength: 3, maxLength: 3 }), (facts, asked) => {
        const graph = build(facts, 7);
        asked.forEach((question) => expectOracleAnswer(graph, facts, { ...question, planMaximumDepth: 10 }));
      }),
      randomRuns(20),
    );
  });

  test('is the same on a graph that was edited into a landscape as on a graph that was built from it', () => {
    fc.assert(
      fc.property(
        fc.array(landscapes, { minLength: 2, maxLength: 4 }),
        fc.array(questions, { minLength: 3, maxLength: 3 }),
        (history, asked) => {
          const graph = build(history[0]!, 1);
          history.forEach((facts, step) => {
            if (step > 0) applyEdits(graph, editsBetween(history[step - 1]!, facts, step + 1));
            asked.forEach((question) => expectOracleAnswer(graph, facts, question));
          });
        },
      ),
      randomRuns(250),
    );
  });

  test('counts every cause while the landscape grows one component at a time', () => {
    // Each worker has two ways to its shop: one in a group that needs several to fail, and a dependency of its own.
    const edges = (workers: number): string[] =>
      Array.from({ length: workers }, (_, number) => [
        `shop -> worker-${number} group:workers`,
        `shop -> worker-${number} optional`,
      ]).flat();
    const sizes = Array.from({ length: 70 }, (_, number) => sketchFacts({ edges: edges(number + 1) }));
    const whatHurtsTheShop: Question = {
      kind: 'component',
      number: 0,
      direction: 'upstream',
      state: undefined,
      requestedDepth: null,
      planMaximumDepth: 10,
      modes: null,
      types: null,
      componentLimit: null,
      canSeeRevenue: false,
    };
    const graph = build(sizes[0]!, 1);
    for (const [step, facts] of sizes.entries()) {
      if (step > 0) applyEdits(graph, editsBetween(sizes[step - 1]!, facts, step + 1));
      expectOracleAnswer(graph, facts, whatHurtsTheShop);
    }
  });

  test('explains each reached component by following via back to the origin, however few components are listed', () => {
    fc.assert(
      fc.property(landscapes, questions, (facts, asked) => {
        const graph = build(facts, 7);
        const query = queryFor(facts, asked);
        const answer = query && finish(blastRadius(graph, { ...query, componentLimit: null }));
        for (const row of answer?.components ?? []) {
          const steps = query && finish(explainPath(graph, { ...query }, row.id));
          const [last, nearer] = [steps?.at(-1), answer?.components.find((other) => other.id === row.via.componentId)];
          expect(steps).toHaveLength(row.depth);
          expect(last).toMatchObject({ dependencyId: row.via.dependencyId, expectedState: row.expectedState });
          expect(new Set([last?.sourceComponentId, last?.targetComponentId])).toEqual(new Set([row.id, row.via.componentId]));
          expect(steps?.slice(0, -1)).toEqual(nearer === undefined ? [] : query && finish(explainPath(graph, query, nearer.id)));
        }
        const reached = new Set([...(answer?.origin ?? []), ...(answer?.components ?? [])].map((row) => row.id));
        answer?.origin.forEach((row) => expect(query && finish(explainPath(graph, query, row.id))).toEqual([]));
        facts.components
          .filter((fact) => !reached.has(fact.id))
          .forEach((fact) => expect(query && finish(explainPath(graph, query, fact.id))).toBeNull());
      }),
      randomRuns(150),
    );
  });

  test('is null for an entity that is not in the landscape', () => {
    const graph = build(
      {
        applications: [],
        components: [],
        dependencies: [],
        capabilities: [],
        processes: [],
        segments: [],
        hostingAreas: [],
        hostingZones: [],
        technologies: [],
        datasets: [],
      },
      1,
    );
    const query = {
      direction: 'downstream' as const,
      requestedDepth: null,
      planMaximumDepth: 3,
      modes: null,
      types: null,
      componentLimit: null,
      currency: 'EUR',
      canSeeRevenue: true,
    };
    for (const entityType of ENTITY_KINDS) {
      expect(finish(blastRadius(graph, { ...query, entityType, entityId: '00000000-0000-4000-8000-000000000000' }))).toBeNull();
      expect(finish(blastRadius(graph, { ...query, entityType, entityId: 'nobody' }))).toBeNull();
    }
  });
});
