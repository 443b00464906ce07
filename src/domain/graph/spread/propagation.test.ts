/** Each rule of the expected state, one named case at a time, and that making an input worse never makes an output better. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import type { BlastRadiusQuery } from '@/domain/graph/questions/blastRadius';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { FAILURE_STATES, HEALTH_STATES } from '@/domain/vocabulary';
import type { DependencyMode, FailureState, HealthState } from '@/domain/vocabulary';
import { landscapes, queryFor, questions } from '@/test/graphArbitrary';
import type { Question } from '@/test/graphArbitrary';
import { applicationId, areaId, componentId, sketchGraph, zoneId } from '@/test/graphSketch';
import type { Sketch } from '@/test/graphSketch';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const WHOLE: Omit<BlastRadiusQuery, 'entityId'> = {
  entityType: 'component',
  direction: 'downstream',
  requestedDepth: null,
  planMaximumDepth: 10,
  modes: null,
  types: null,
  componentLimit: null,
  currency: 'EUR',
  canSeeRevenue: false,
};

/** The expected state of every component in the answer, the origin included, by name. */
function statesOf(sketch: Sketch, query: Partial<BlastRadiusQuery> & { entityId: string }): Record<string, HealthState> {
  const answer = finish(blastRadius(sketchGraph(sketch), { ...WHOLE, ...query }));
  return Object.fromEntries(
    [...(answer?.origin ?? []), ...(answer?.components ?? [])].map((row) => [row.technicalName, row.expectedState]),
  );
}

const whenFails = (name: string, edges: string[], query: Partial<BlastRadiusQuery> = {}): Record<string, HealthState> =>
  statesOf({ edges }, { ...query, entityId: componentId(name) });

describe('an edge passes on', () => {
  const table: [DependencyMode, boolean, Record<FailureState, HealthState>][] = [
    ['Hard', true, { Outage: 'Outage', Degraded: 'Degraded', Warning: 'Warning' }],
    ['Hard', false, { Outage: 'Degraded', Degraded: 'Warning', Warning: 'Healthy' }],
    ['Degraded', true, { Outage: 'Degraded', Degraded: 'Degraded', Warning: 'Warning' }],
    ['Degraded', false, { Outage: 'Warning', Degraded: 'Warning', Warning: 'Healthy' }],
    ['Soft', true, { Outage: 'Degraded', Degraded: 'Warning', Warning: 'Healthy' }],
    ['Soft', false, { Outage: 'Warning', Degraded: 'Healthy', Warning: 'Healthy' }],
    ['Async', true, { Outage: 'Warning', Degraded: 'Warning', Warning: 'Healthy' }],
    ['Async', false, { Outage: 'Healthy', Degraded: 'Healthy', Warning: 'Healthy' }],
  ];
  test.each(
    table.flatMap(([mode, required, passed]) =>
      FAILURE_STATES.map((state) => [mode, required ? 'required' : 'optional', state, passed[state]] as const),
    ),
  )('%s, %s: of %s, %s', (mode, requirement, state, passed) => {
    expect(whenFails('target', [`source -> target ${mode} ${requirement}`], { state })).toEqual({ target: state, source: passed });
  });
});

describe('a component takes the worst', () => {
  const cases: [name: string, edges: string[], failing: string, expected: Record<string, HealthState>][] = [
    [
      'of two paths of a diamond',
      ['top -> left Soft', 'top -> right Hard', 'left -> base', 'right -> base'],
      'base',
      { base: 'Outage', left: 'Outage', right: 'Outage', top: 'Outage' },
    ],
    ['of parallel edges', ['a -> b Calls Async', 'a -> b Reads Soft'], 'b', { b: 'Outage', a: 'Degraded' }],
    [
      'of a near and a far path, though the near one is the shortest',
      ['a -> c Async', 'a -> b Hard', 'b -> c Hard'],
      'c',
      { c: 'Outage', b: 'Outage', a: 'Outage' },
    ],
    [
      'around a cycle, which makes nothing worse than its input',
      ['a -> b Soft', 'b -> c', 'c -> b', 'b -> d Soft', 'a -> d Async'],
      'd',
      { d: 'Outage', b: 'Degraded', c: 'Degraded', a: 'Warning' },
    ],
    ['of a cycle through the origin, whose state stays', ['a -> b Soft', 'b -> a'], 'a', { a: 'Outage', b: 'Outage' }],
    ['that fades to Healthy, and is still listed', ['a -> b Async', 'b -> c Async'], 'c', { c: 'Outage', b: 'Warning', a: 'Healthy' }],
  ];
  test.each(cases)('%s', (_name, edges, failing, expected) => {
    expect(whenFails(failing, edges)).toEqual(expected);
  });
});

describe('of a redundancy group a component takes the k-th mildest over the targets', () => {
  const pair = ['a -> r1 group:r', 'a -> r2 group:r'];
  const cases: [name: string, edges: string[], failing: string, state: HealthState][] = [
    ['one failed replica of two does no harm', pair, 'r1', 'Healthy'],
    ['two failed replicas of two do', [...pair, 'r1 -> x', 'r2 -> x'], 'x', 'Outage'],
    ['the milder of two counts when one must work', [...pair, 'r1 -> x', 'r2 -> x Soft'], 'x', 'Degraded'],
    [
      'one failed of three is too many when all three must work',
      ['a -> r1 group:r minimum:3', 'a -> r2 group:r minimum:3', 'a -> r3 group:r minimum:3'],
      'r1',
      'Outage',
    ],
    [
      'one failed of three does no harm when two must work',
      ['a -> r1 group:r minimum:2', 'a -> r2 group:r minimum:2', 'a -> r3 group:r minimum:2'],
      'r1',
      'Healthy',
    ],
    [
      'the second mildest of three counts when two must work',
      [
        'a -> r1 group:r minimum:2',
        'a -> r2 group:r minimum:2',
        'a -> r3 group:r minimum:2',
        'r1 -> x Hard',
        'r2 -> x Degraded',
        'r3 -> x Async',
      ],
      'x',
      'Degraded',
    ],
    ['parallel edges to one target count once', ['a -> r1 Calls group:r', 'a -> r1 Reads group:r', 'a -> r2 group:r'], 'r1', 'Healthy'],
    [
      'a target counts with the worst of its edges',
      ['a -> r1 Calls Async group:r', 'a -> r1 Reads Degraded group:r', 'a -> r2 group:r', 'r1 -> x', 'r2 -> x'],
      'x',
      'Degraded',
    ],
    ['an edge beside the group passes on by itself', [...pair, 'a -> r1 Reads Soft'], 'r1', 'Degraded'],
    ['two groups do not back one another up', ['a -> r1 group:r', 'a -> r2 group:s'], 'r1', 'Outage'],
    ['groups of two components share nothing but the name', ['a -> r1 group:r', 'b -> r2 group:r'], 'r1', 'Outage'],
    ['an edge that does not propagate is not a replica', ['a -> r1 group:r', 'a -> r2 group:r blocked'], 'r1', 'Outage'],
    ['a group of one acts like a plain edge', ['a -> r1 group:r'], 'r1', 'Outage'],
  ];
  test.each(cases)('%s', (_name, edges, failing, state) => {
    expect(whenFails(failing, edges)['a']).toBe(state);
  });

  test('an edge that a filter removes counts in its group as working', () => {
    const edges = ['a -> r1 Calls group:r', 'a -> r2 Reads group:r'];
    expect(whenFails('r1', edges, { types: ['Calls'] })).toEqual({ r1: 'Outage', a: 'Healthy' });
  });

  test('where all targets must work, the failure of the one target that a filter leaves is enough', () => {
    const edges = ['a -> r1 Calls group:r minimum:2', 'a -> r2 Reads group:r minimum:2', 'r1 -> x Soft', 'r2 -> x'];
    expect(whenFails('x', edges, { types: ['Calls'] })['a']).toBe('Degraded');
  });

  test('a replica beyond the depth limit counts as Healthy in its group', () => {
    const edges = ['a -> r1 group:r', 'a -> r2 group:r', 'r1 -> x', 'r2 -> m', 'm -> x'];
    expect(whenFails('x', edges, { requestedDepth: 2 })['a']).toBe('Outage');
    expect(
      whenFails(
        'x',
        [...edges, 'm -> n', 'n -> x'].filter((edge) => edge !== 'm -> x'),
        { requestedDepth: 2 },
      )['a'],
    ).toBe('Healthy');
  });

  test('replicas that depend on one another stay up until both fail', () => {
    const edges = ['a -> r1 group:r', 'a -> r2 group:r', 'r1 -> a', 'r2 -> x'];
    expect(whenFails('x', edges)).toEqual({ x: 'Outage', r2: 'Outage', a: 'Healthy', r1: 'Healthy' });
  });
});

describe('origins', () => {
  test('of an application all fail with the state that the question names', () => {
    expect(
      statesOf(
        { edges: ['shop.a -> shop.b', 'c -> shop.a Soft'] },
        { entityType: 'application', entityId: applicationId('shop'), state: 'Degraded' },
      ),
    ).toEqual({
      'shop.a': 'Degraded',
      'shop.b': 'Degraded',
      c: 'Warning',
    });
  });

  const zones = { only: ['east.a'], both: ['east.a', 'east.b'], across: ['east.a', 'west.c'] };
  test('in several zones of which one fails start Degraded', () => {
    expect(statesOf({ edges: [], alone: Object.keys(zones), zones }, { entityType: 'hosting-zone', entityId: zoneId('east.a') })).toEqual({
      only: 'Outage',
      both: 'Degraded',
      across: 'Degraded',
    });
  });

  test('in several zones of which one fails never start worse than the question says', () => {
    expect(
      statesOf(
        { edges: [], alone: Object.keys(zones), zones },
        { entityType: 'hosting-zone', entityId: zoneId('east.a'), state: 'Warning' },
      ),
    ).toEqual({
      only: 'Warning',
      both: 'Warning',
      across: 'Warning',
    });
  });

  test('in several zones that all lie in a failing area fail completely', () => {
    expect(statesOf({ edges: [], alone: Object.keys(zones), zones }, { entityType: 'hosting-area', entityId: areaId('east') })).toEqual({
      only: 'Outage',
      both: 'Outage',
      across: 'Degraded',
    });
  });

  test('can make one another worse', () => {
    expect(statesOf({ edges: ['both -> only'], zones }, { entityType: 'hosting-zone', entityId: zoneId('east.a') })).toEqual({
      only: 'Outage',
      both: 'Outage',
    });
  });

  test('do not back one another up when all of them fail', () => {
    const edges = ['x -> only group:r', 'x -> both group:r'];
    expect(statesOf({ edges, zones }, { entityType: 'hosting-zone', entityId: zoneId('east.a') })['x']).toBe('Degraded');
  });
});

describe('upstream', () => {
  const edges = ['a -> r1 group:r', 'a -> r2 group:r', 'r1 -> x', 'r2 -> x', 'r1 -> y', 'a -> z Soft'];
  test('a component counts for what its own failure would do: nothing for a replica, everything for what both need', () => {
    expect(whenFails('a', edges, { direction: 'upstream' })).toEqual({
      a: 'Outage',
      r1: 'Healthy',
      r2: 'Healthy',
      x: 'Outage',
      y: 'Healthy',
      z: 'Degraded',
    });
  });

  test('an application is as bad as its outermost components', () => {
    const states = statesOf(
      { edges: ['shop.front -> shop.ads Soft optional', 'shop.front -> db'] },
      { entityType: 'application', entityId: applicationId('shop'), direction: 'upstream' },
    );
    expect(states).toEqual({ 'shop.front': 'Outage', 'shop.ads': 'Warning', db: 'Outage' });
  });

  test('a zone is as bad as the worst of its components', () => {
    const states = statesOf(
      { edges: ['front -> ads Soft optional'], zones: { front: ['east.a'], ads: ['east.a'] } },
      { entityType: 'hosting-zone', entityId: zoneId('east.a'), direction: 'upstream' },
    );
    expect(states).toEqual({ front: 'Outage', ads: 'Outage' });
  });

  test('a path beyond the depth limit does not count', () => {
    const deep = ['a -> r1 group:r', 'a -> r2 group:r', 'r1 -> x', 'r2 -> k', 'k -> l', 'l -> x'];
    expect(whenFails('a', deep, { direction: 'upstream', requestedDepth: 2 })['x']).toBe('Healthy');
    expect(whenFails('a', deep, { direction: 'upstream', requestedDepth: 3 })['x']).toBe('Outage');
  });
});

describe('making an input worse never makes an output better', { timeout: 60_000 }, () => {
  type Severities = Map<string, number>;
  const severitiesOf = (facts: LandscapeFacts, asked: Question): Severities => {
    const query = queryFor(facts, asked);
    const answer =
      query && finish(blastRadius(finish(new LandscapeGraphBuilder().addAll(facts).seal(1)), { ...query, componentLimit: null }));
    const rows = answer
      ? [...answer.origin, ...answer.components, ...answer.applications, ...answer.capabilities, ...answer.processes, ...answer.audiences]
      : [];
    return new Map(rows.map((row) => [row.id, HEALTH_STATES.indexOf(row.expectedState)]));
  };
  const expectNoBetter = (before: Severities, after: Severities): void => {
    before.forEach((severity, id) => expect(after.get(id)).toBeGreaterThanOrEqual(severity));
  };

  test('when the start fails worse', () => {
    fc.assert(
      fc.property(landscapes, questions, (facts, asked) => {
        const [warning, degraded, outage] = FAILURE_STATES.map((state) => severitiesOf(facts, { ...asked, state }));
        expectNoBetter(warning ?? new Map(), degraded ?? new Map());
        expectNoBetter(degraded ?? new Map(), outage ?? new Map());
      }),
      randomRuns(200),
    );
  });

  // Outermost looks at Hard and required too, so the edge keeps its mode and only edges within one application become required.
  test('when an optional dependency becomes required', () => {
    fc.assert(
      fc.property(landscapes, questions, fc.nat(), (facts, asked, pick) => {
        const applicationAt = new Map(facts.components.map((component) => [component.ordinal, component.applicationId]));
        const optional = facts.dependencies.filter(
          (edge) => !edge.required && applicationAt.get(edge.sourceOrdinal) === applicationAt.get(edge.targetOrdinal),
        );
        const chosen = optional[pick % Math.max(1, optional.length)];
        const dependencies = facts.dependencies.map((edge) => (edge === chosen ? { ...edge, required: true } : edge));
        expectNoBetter(severitiesOf(facts, asked), severitiesOf({ ...facts, dependencies }, asked));
      }),
      randomRuns(200),
    );
  });
});
