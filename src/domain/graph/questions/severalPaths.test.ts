/** The paths of a failure, compared with walking every one of them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainPath, type PathStep } from './explain';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { severalPaths } from './severalPaths';
import { landscapes, redundantLandscapes } from '@/test/graphArbitrary';
import { componentId, sketchGraph } from '@/test/graphSketch';
import { randomRuns } from '@/test/randomRuns';
import { severitiesWhen } from '@/test/weakPointOracle';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { finish } from '@/plain/steps';

const question = (name: string, depth = 10) =>
  ({
    entityType: 'component',
    entityId: name,
    direction: 'downstream',
    requestedDepth: depth,
    planMaximumDepth: 10,
    modes: null,
    types: null,
  }) as const;

describe('the paths to a component', () => {
  const diamond = sketchGraph({
    edges: [
      'shop -> cart',
      'shop -> search',
      'cart -> db',
      'cart -> db Reads',
      'search -> db',
      'search -> cart',
      'db -> shop Async blocked',
    ],
  });
  const waysTo = (name: string, most: number, depth = 10) => {
    const found = finish(severalPaths(diamond, question('db', depth), name, most));
    const nameOf = (id: string) => ['shop', 'cart', 'search', 'db'].find((one) => componentId(one) === id);
    return found === null
      ? null
      : { hasMore: found.hasMore, paths: found.paths.map((steps) => steps.map(({ sourceComponentId }) => nameOf(sourceComponentId))) };
  };

  test('are ordered by length, then by name, each through a different set of components', () => {
    expect(waysTo('shop', 5)).toEqual({
      paths: [
        ['cart', 'shop'],
        ['search', 'shop'],
        ['cart', 'search', 'shop'],
      ],
      hasMore: false,
    });
  });

  test('are as many as requested, within the depth limit, and the answer says whether there are more', () => {
    expect(waysTo('shop', 1)).toEqual({ paths: [['cart', 'shop']], hasMore: true });
    expect(waysTo('shop', 5, 2)).toEqual({
      paths: [
        ['cart', 'shop'],
        ['search', 'shop'],
      ],
      hasMore: false,
    });
  });

  test('say what each path causes alone, and what all of them cause', () => {
    const graph = sketchGraph({ edges: ['shop -> db', 'shop -> ads Soft optional', 'ads -> db', 'mail -> ads Async optional'] });
    const found = finish(severalPaths(graph, question('db'), 'shop', 5));
    expect(found?.expectedState).toBe('Outage');
    expect(found?.paths.map((steps) => steps.map(({ expectedState }) => expectedState))).toEqual([['Outage'], ['Outage', 'Warning']]);
    expect(found?.states).toEqual([
      ['Outage', 'Outage'],
      ['Outage', 'Outage', 'Outage'],
    ]);
    expect(finish(severalPaths(graph, question('db'), 'mail', 5))?.paths[0]?.at(-1)?.expectedState).toBe('Healthy');
  });

  test('are one path without steps to what fails itself, and none to what is not reached', () => {
    expect(waysTo('db', 5)).toEqual({ paths: [[]], hasMore: false });
    expect(waysTo('nowhere', 5)).toBeNull();
  });
});

/** All paths, found by walking from each component to everything that depends on it. */
function allWays({ components, dependencies }: LandscapeFacts, from: number, to: number, depth: number): string[] {
  const idOf = new Map(components.map(({ ordinal, id }) => [ordinal, id]));
  const ways = new Set<string>();
  const walk = (way: readonly number[]): void => {
    const last = way.at(-1);
    if (last === to) {
      ways.add(way.map((ordinal) => idOf.get(ordinal)).join(' '));
      return;
    }
    if (way.length > depth) return;
    for (const { sourceOrdinal, targetOrdinal, propagates } of dependencies)
      if (propagates && targetOrdinal === last && !way.includes(sourceOrdinal)) walk([...way, sourceOrdinal]);
  };
  walk([from]);
  return [...ways];
}

test('in any landscape the paths are the shortest that exist, and the first is the explained one', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(landscapes, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 4 }), (facts, a, b, depth) => {
      const [from, to] = [facts.components[a % facts.components.length], facts.components[b % facts.components.length]];
      if (from === undefined || to === undefined) return;
      const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
      const asked = question(from.id, depth);
      const expected = allWays(facts, from.ordinal, to.ordinal, depth);
      const found = finish(severalPaths(graph, asked, to.id, 5));
      if (expected.length === 0) {
        expect(found).toBeNull();
        return;
      }
      const ways = (found?.paths ?? []).map((steps) => [from.id, ...steps.map(({ sourceComponentId }) => sourceComponentId)].join(' '));
      const lengths = expected.map((way) => way.length).sort((x, y) => x - y);
      expect(ways.map((way) => way.length)).toEqual(lengths.slice(0, 5));
      expect(new Set(ways).size).toBe(ways.length);
      expect(expected).toEqual(expect.arrayContaining(ways));
      expect(found?.hasMore).toBe(expected.length > 5);
      const idsOf = (steps: PathStep[] | null | undefined) => steps?.map(({ dependencyId }) => dependencyId);
      expect(idsOf(found?.paths[0])).toEqual(idsOf(finish(explainPath(graph, asked, to.id))));
    }),
    randomRuns(200),
  );
});

test('the states on a path are those that the failure brings about along all paths, redundancy included', { timeout: 60_000 }, () => {
  const seen = { harmed: 0, spared: 0 };
  fc.assert(
    fc.property(redundantLandscapes, fc.nat(), (facts, number) => {
      const from = facts.components[number % facts.components.length];
      // Within the depth of the question, all that is reached has its final state.
      if (from === undefined || facts.components.length > 11) return;
      const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
      const severities = severitiesWhen(facts, new Map([[from.id, 3]]));
      for (const { id } of facts.components) {
        const found = finish(severalPaths(graph, question(from.id), id, 5));
        found?.paths.forEach((steps, at) => {
          const through = [from.id, ...steps.map(({ sourceComponentId }) => sourceComponentId)];
          expect(found.states[at]).toEqual(through.map((one) => HEALTH_STATES[severities.get(one)!]));
          seen[
            steps.some(({ expectedState }, step) => expectedState !== 'Healthy' && found.states[at]![step + 1] === 'Healthy')
              ? 'spared'
              : 'harmed'
          ]++;
        });
      }
    }),
    randomRuns(60),
  );
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
});
