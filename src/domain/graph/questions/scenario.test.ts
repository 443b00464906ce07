/** Joint failures, compared with an oracle, and what must be true of them in any landscape. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blastRadius } from './blastRadius';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { evaluateScenario } from './scenario';
import type { ScenarioQuestion } from './scenario';
import type { ScenarioEvaluation } from './scenarioAnswer';
import { FAILURE_STATES, HEALTH_STATES } from '@/domain/vocabulary';
import type { EntityKind, FailureState } from '@/domain/vocabulary';
import { landscapes } from '@/test/graphArbitrary';
import { componentId, sketchFacts, sketchGraph, zoneId } from '@/test/graphSketch';
import type { Sketch } from '@/test/graphSketch';
import { randomRuns } from '@/test/randomRuns';
import { ScenarioOracle, linesOf } from '@/test/scenarioOracle';
import type { OracleFailure, OracleQuestion } from '@/test/scenarioOracle';
import { finish } from '@/plain/steps';

const build = (facts: LandscapeFacts): LandscapeGraph => finish(new LandscapeGraphBuilder().addAll(facts).seal(1));

function ask(graph: LandscapeGraph, question: OracleQuestion, more: Partial<ScenarioQuestion> = {}): ScenarioEvaluation {
  const { failures, withheld = [], reported = null, durationMinutes = null } = question;
  return finish(
    evaluateScenario(graph, {
      failures: failures.map(({ entityType, id, state }) => ({ entity: graph.findEntity(entityType, id)!, state })),
      withheld: withheld.length === 0 ? null : new Set(withheld.map((id) => graph.edges.find(id))),
      reported:
        reported === null
          ? null
          : new Map(Object.entries(reported).map(([id, state]) => [graph.components.find(id), HEALTH_STATES.indexOf(state)])),
      durationMinutes,
      downFrom: 'Degraded',
      componentLimit: null,
      currency: 'EUR',
      canSeeRevenue: false,
      ...more,
    }),
  );
}

const KINDS: [EntityKind, keyof LandscapeFacts][] = [
  ['component', 'components'],
  ['hosting-zone', 'hostingZones'],
  ['hosting-area', 'hostingAreas'],
  ['application', 'applications'],
  ['technology', 'technologies'],
  ['dataset', 'datasets'],
  ['capability', 'capabilities'],
  ['process', 'processes'],
  ['segment', 'segments'],
];

/** A few entities of a landscape, of all kinds, each with a state. */
const failuresIn = (facts: LandscapeFacts, picks: readonly [number, number][]): OracleFailure[] => {
  const all = KINDS.flatMap(([entityType, kind]) => facts[kind].map(({ id }) => ({ entityType, id })));
  // Most scenarios consist of components and zones, so these are drawn as often as everything else together.
  const often = [...all.filter(({ entityType }) => entityType === 'component' || entityType.startsWith('hosting')), ...all];
  return often.length === 0 ? [] : picks.map(([pick, state]) => ({ ...often[pick % often.length]!, state: FAILURE_STATES[state % 3]! }));
};
const picks = (minLength: number, maxLength: number) =>
  fc.array(
    fc.tuple(
      fc.noBias(fc.nat(0xffff)),
      fc.noBias(fc.nat(8)).map((die) => (die < 6 ? 2 : die - 6)),
    ),
    { minLength, maxLength },
  );

/** All sets of one to three. */
function setsOf<Item>(items: readonly Item[]): Item[][] {
  const sets: Item[][] = [];
  items.forEach((a, i) => {
    sets.push([a]);
    items.slice(i + 1).forEach((b, j) => {
      sets.push([a, b]);
      items.slice(i + j + 2).forEach((c) => sets.push([a, b, c]));
    });
  });
  return sets;
}

/** Severities of everything in an answer, by id. */
const severitiesIn = (answer: ScenarioEvaluation): Map<string, number> =>
  new Map(
    [...answer.origin, ...answer.components, ...answer.applications, ...answer.capabilities, ...answer.processes, ...answer.audiences].map(
      ({ id, expectedState }) => [id, HEALTH_STATES.indexOf(expectedState)],
    ),
  );
const expectNoBetter = (before: Map<string, number>, after: Map<string, number>): void =>
  before.forEach((severity, id) => expect(after.get(id)).toBeGreaterThanOrEqual(severity));

describe('a set of failures', { timeout: 60_000 }, () => {
  test('has the effect that the rules say, for every set of up to three of any kind', () => {
    fc.assert(
      fc.property(landscapes, picks(6, 6), (facts, chosen) => {
        const graph = build(facts);
        const oracle = new ScenarioOracle(facts);
        for (const failures of setsOf(failuresIn(facts, chosen))) {
          const question = { failures, durationMinutes: 60 };
          expect(linesOf(ask(graph, question))).toEqual(oracle.lines(question));
        }
      }),
      randomRuns(40),
    );
  });

  test('has that effect on top of reported health and with dependencies withheld too', () => {
    fc.assert(
      fc.property(landscapes, picks(1, 4), picks(0, 3), fc.array(fc.nat(0xffff), { maxLength: 4 }), (facts, chosen, ill, held) => {
        const graph = build(facts);
        const question: OracleQuestion = {
          failures: failuresIn(facts, chosen),
          withheld: facts.dependencies.length === 0 ? [] : held.map((pick) => facts.dependencies[pick % facts.dependencies.length]!.id),
          reported: Object.fromEntries(
            failuresIn({ ...facts, ...NO_ENTITIES, components: facts.components }, ill).map(({ id, state }) => [id, state]),
          ),
          durationMinutes: 30,
        };
        expect(linesOf(ask(graph, question))).toEqual(new ScenarioOracle(facts).lines(question));
      }),
      randomRuns(300),
    );
  });

  test('of 70 is calculated in rounds, with the same result', () => {
    fc.assert(
      fc.property(landscapes, picks(70, 70), (facts, chosen) => {
        const failures = failuresIn(facts, chosen);
        expect(linesOf(ask(build(facts), { failures }))).toEqual(new ScenarioOracle(facts).lines({ failures }));
      }),
      randomRuns(15),
    );
  });

  test('of one entity is its blast radius without the unharmed rows, if nothing lies beyond the depth limit', () => {
    fc.assert(
      fc.property(landscapes, picks(1, 1), (facts, chosen) => {
        const [failure] = failuresIn(facts, chosen);
        if (failure === undefined) return;
        const graph = build(facts);
        const answer = ask(graph, { failures: [failure] }, { canSeeRevenue: true });
        const query = { entityType: failure.entityType, entityId: failure.id, state: failure.state, direction: 'downstream' as const };
        const whole = { requestedDepth: null, planMaximumDepth: 10, modes: null, types: null, componentLimit: null };
        const blast = finish(blastRadius(graph, { ...query, ...whole, currency: 'EUR', canSeeRevenue: true }))!;
        if (blast.completeness.beyondDepth > 0) return;
        const worse = <Row extends { expectedState: string }>(rows: Row[]): Row[] => rows.filter((row) => row.expectedState !== 'Healthy');
        const bare = (rows: object[]): object[] =>
          rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'alone' && key !== 'isExcess')));
        expect(answer.origin).toEqual(blast.origin);
        for (const list of ['components', 'applications', 'capabilities', 'processes', 'audiences'] as const) {
          expect(bare(answer[list])).toEqual(worse<{ expectedState: string }>(blast[list]));
          expect(answer[list].every((row) => row.alone === row.expectedState && !row.isExcess)).toBe(true);
        }
        expect(answer.completeness).toEqual({ ...blast.completeness, beyondDepth: 0 });
        expect(answer.revenueExposure).toMatchObject({
          perYear: blast.revenueExposure!.perYear,
          expectedPerHour: blast.revenueExposure!.expectedPerHour,
        });
      }),
      randomRuns(200),
    );
  });

  test('harms everything that any member alone harms, at least as badly', () => {
    fc.assert(
      fc.property(landscapes, picks(2, 4), (facts, chosen) => {
        const graph = build(facts);
        const failures = failuresIn(facts, chosen);
        const joint = severitiesIn(ask(graph, { failures }));
        failures.forEach((failure) => expectNoBetter(severitiesIn(ask(graph, { failures: [failure] })), joint));
      }),
      randomRuns(150),
    );
  });

  test('makes nothing better when a failure is added or gets worse', () => {
    fc.assert(
      fc.property(landscapes, picks(1, 4), picks(1, 1), (facts, chosen, added) => {
        const graph = build(facts);
        const failures = failuresIn(facts, chosen);
        const before = severitiesIn(ask(graph, { failures }));
        expectNoBetter(before, severitiesIn(ask(graph, { failures: [...failures, ...failuresIn(facts, added)] })));
        const worse = failures.map((failure) => ({ ...failure, state: 'Outage' as FailureState }));
        expectNoBetter(before, severitiesIn(ask(graph, { failures: worse })));
      }),
      randomRuns(150),
    );
  });

  test('has no excess if nothing is redundant and nothing is in several zones', () => {
    fc.assert(
      fc.property(landscapes, picks(1, 5), picks(0, 2), (facts, chosen, ill) => {
        const plain = {
          ...facts,
          dependencies: facts.dependencies.map((edge) => ({ ...edge, redundancyGroup: null, redundancyMinimum: 1 })),
          components: facts.components.map((component) => ({ ...component, hostingZoneIds: component.hostingZoneIds.slice(0, 1) })),
        };
        const reported = Object.fromEntries(
          failuresIn({ ...plain, ...NO_ENTITIES, components: plain.components }, ill).map(({ id, state }) => [id, state]),
        );
        const answer = ask(build(plain), { failures: failuresIn(plain, chosen), reported });
        expect(answer.excess).toEqual({ components: 0, applications: 0, capabilities: 0, processes: 0, audiences: 0 });
        expect(answer.gaveWay).toEqual([]);
      }),
      randomRuns(200),
    );
  });
});

const NO_ENTITIES = {
  hostingZones: [],
  hostingAreas: [],
  applications: [],
  technologies: [],
  datasets: [],
  capabilities: [],
  processes: [],
  segments: [],
};

const component = (name: string, state: FailureState = 'Outage'): OracleFailure => ({
  entityType: 'component',
  id: componentId(name),
  state,
});
const zone = (name: string, state: FailureState = 'Outage'): OracleFailure => ({ entityType: 'hosting-zone', id: zoneId(name), state });

describe('the two members of a redundant pair', () => {
  const edges = ['front.shop -> r1 group:r', 'front.shop -> r2 group:r', 'r1 -> x', 'r2 -> y'];
  const statesOf = (failures: OracleFailure[]): Record<string, string> =>
    Object.fromEntries(ask(sketchGraph({ edges }), { failures }).components.map((row) => [row.technicalName, row.expectedState]));

  test('together take down what neither takes down alone', () => {
    expect(statesOf([component('r1')])).toEqual({});
    expect(statesOf([component('r2')])).toEqual({});
    expect(statesOf([component('r1'), component('r2')])).toEqual({ 'front.shop': 'Outage' });
  });

  test('are named as the reason, with the group that failed', () => {
    const { gaveWay, excess, components } = ask(sketchGraph({ edges }), { failures: [component('x'), component('y')] });
    expect(
      gaveWay.map(({ source, redundancyGroup, targets, working, lost }) => [
        source.technicalName,
        redundancyGroup,
        targets,
        working,
        lost.map((row) => row.technicalName),
      ]),
    ).toEqual([['front.shop', 'r', 2, 0, ['r1', 'r2']]]);
    expect(excess).toEqual({ components: 1, applications: 1, capabilities: 0, processes: 0, audiences: 0 });
    expect(components.map(({ technicalName, alone, isExcess }) => [technicalName, alone, isExcess])).toEqual([
      ['r1', 'Outage', false],
      ['r2', 'Outage', false],
      ['front.shop', 'Healthy', true],
    ]);
  });

  test('keep working if one of the two dependencies is withheld, since a withheld one counts as working', () => {
    const facts = sketchFacts({ edges });
    const answer = ask(build(facts), { failures: [component('r1'), component('r2')], withheld: [facts.dependencies[0]!.id] });
    expect(answer.components).toEqual([]);
    expect(answer.completeness).toMatchObject({ stoppedByFilter: 0 });
  });

  test('are not excess if one has already failed', () => {
    const reported = { [componentId('r1')]: 'Outage' as const };
    const answer = ask(sketchGraph({ edges }), { failures: [component('r2')], reported });
    expect(
      answer.components.map(({ technicalName, depth, via, live, alone, isExcess }) => [
        technicalName,
        depth,
        via === null,
        live,
        alone,
        isExcess,
      ]),
    ).toEqual([
      ['r1', 0, true, 'Outage', 'Outage', false],
      ['front.shop', 1, false, 'Healthy', 'Outage', false],
    ]);
  });
});

describe('a component in several zones', () => {
  const sketch: Sketch = { edges: [], alone: ['both'], zones: { both: ['east.a', 'east.b'] } };
  const cases: [name: string, failures: OracleFailure[], state: string][] = [
    ['starts Degraded when one of them fails', [zone('east.a')], 'Degraded'],
    ['starts at the mildest state when all of them fail', [zone('east.a'), zone('east.b')], 'Outage'],
    ['starts at a mildest state of Degraded', [zone('east.a'), zone('east.b', 'Degraded')], 'Degraded'],
    ['is not spared by the mild failure of another', [zone('east.a'), zone('east.b', 'Warning')], 'Degraded'],
    ['takes the worse state of a zone that is listed twice', [zone('east.a'), zone('east.b', 'Warning'), zone('east.b')], 'Outage'],
  ];
  test.each(cases)('%s', (_name, failures, state) => {
    expect(ask(sketchGraph(sketch), { failures }).origin.map((row) => row.expectedState)).toEqual([state]);
  });
});

test('rows more than 63 hops away are ordered by depth', () => {
  const edges = Array.from({ length: 80 }, (_, hop) => `n${String(99 - hop)} -> n${String(98 - hop)}`);
  const { components } = ask(sketchGraph({ edges }), { failures: [component('n19')] });
  expect(components.map(({ depth }) => depth)).toEqual(Array.from({ length: 80 }, (_, hop) => hop + 1));
});

test('the limit shortens the list of components and nothing else', () => {
  const edges = ['b -> a', 'c -> b', 'd -> c'];
  const whole = ask(sketchGraph({ edges }), { failures: [component('a')] });
  const cut = ask(sketchGraph({ edges }), { failures: [component('a')] }, { componentLimit: 1 });
  expect(cut).toEqual({
    ...whole,
    components: whole.components.slice(0, 1),
    completeness: { ...whole.completeness, componentsOmitted: 2 },
  });
});
