/** Cut sets, their weights and the margins of redundancy, against failing every set of up to three components of random landscapes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { FACTS_OF_KIND, redundantLandscapes, tolerantLandscapes } from '@/test/graphArbitrary';
import { componentId, sketchGraph, type Sketch } from '@/test/graphSketch';
import { givenSeed, randomRuns } from '@/test/randomRuns';
import { bruteCutSets, bruteMargins, perHourWhen, topsOf } from '@/test/weakPointOracle';
import { WEAK_POINT_ENTITY_KINDS, WEAK_POINT_STATES, type CutSetOrder } from './weakPointQuestion';
import { weakPointsOf, type WeakPoints } from './weakPoints';
import { finish } from '@/plain/steps';

const idsOf = (graph: LandscapeGraph, nodes: readonly number[]): string =>
  nodes
    .map((node) => graph.components.idOf(node))
    .sort()
    .join(' ');
const setsOf = (graph: LandscapeGraph, { singlePoints, cutSets }: WeakPoints): string[] =>
  [...singlePoints.map(({ node }) => [node]), ...cutSets.map(({ members }) => members.map(({ node }) => node))]
    .map((nodes) => idsOf(graph, nodes))
    .sort();

/** Whether some component depends on itself through others. */
function hasCycle({ components, dependencies }: LandscapeFacts): boolean {
  return components.some(({ ordinal }) => {
    const behind = new Set<number>();
    const open = [ordinal];
    for (const at of open)
      for (const { sourceOrdinal, targetOrdinal, propagates } of dependencies)
        if (propagates && sourceOrdinal === at && !behind.has(targetOrdinal)) {
          behind.add(targetOrdinal);
          open.push(targetOrdinal);
        }
    return behind.has(ordinal);
  });
}

const asked = fc.record({
  kind: fc.constantFrom(...WEAK_POINT_ENTITY_KINDS),
  number: fc.nat(99),
  state: fc.constantFrom(...WEAK_POINT_STATES),
  order: fc.constantFrom<CutSetOrder>(1, 2, 3),
});

/** Runs only for landscapes that have an entity of the kind. */
function ask(facts: LandscapeFacts, { kind, number, state, order }: typeof asked extends fc.Arbitrary<infer Value> ? Value : never) {
  const candidates = facts[FACTS_OF_KIND[kind]];
  const fact = candidates[number % Math.max(1, candidates.length)];
  if (fact === undefined) return null;
  const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
  const entity = graph.findEntity(kind, fact.id)!;
  return { graph, entity, found: weakPointsOf(graph, entity, { state, order, canSeeRevenue: true, areFixesWanted: false }) };
}

describe('in random landscapes', { timeout: 60_000 }, () => {
  test('the cut sets are those found by failing every set of up to three components', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(fc.oneof(tolerantLandscapes, redundantLandscapes), asked, (facts, { number, state }) => {
        if (hasCycle(facts)) met.add('cycle');
        for (const kind of WEAK_POINT_ENTITY_KINDS) {
          const whole = ask(facts, { kind, number, state, order: 3 });
          if (whole === null) continue;
          const sets = bruteCutSets(facts, kind, whole.entity.id, HEALTH_STATES.indexOf(state), 3);
          for (const order of [1, 2, 3] as const) {
            const { graph, found } = ask(facts, { kind, number, state, order })!;
            expect(setsOf(graph, found)).toEqual(sets.filter((set) => set.split(' ').length <= order));
            expect(found.completeness).toEqual({ isComplete: true, omitted: 0 });
          }
          for (const members of [...whole.found.singlePoints.map((point) => [point]), ...whole.found.cutSets.map((set) => set.members)])
            met.add(
              `${members.length} ${members.every(({ isOwn }) => isOwn) ? 'own' : members.some(({ isOwn }) => isOwn) ? 'mixed' : 'foreign'}`,
            );
        }
      }),
      randomRuns(200),
    );
    // Three of the entity's own components are hardly ever in a set: a component that another depends on is not outermost.
    // Mixed sets of three are so rare that not every new seed finds any; the fixed seed of `npm test` does.
    const rare = givenSeed() === null ? ['3 mixed'] : [];
    const sets = ['1 own', '1 foreign', '2 own', '2 mixed', '2 foreign', '3 foreign', ...rare];
    expect([...met]).toEqual(expect.arrayContaining([...sets, 'cycle']));
  });

  test('each set says what an hour of it costs, and which members are the entity’s own', () => {
    fc.assert(
      fc.property(redundantLandscapes, asked, (facts, question) => {
        const answer = ask(facts, question);
        if (answer === null) return;
        const { graph, entity, found } = answer;
        const { own } = topsOf(facts, entity.kind, entity.id);
        const sets = [...found.singlePoints.map(({ node, isOwn, perHour }) => ({ members: [{ node, isOwn }], perHour })), ...found.cutSets];
        for (const { members, perHour } of sets) {
          const ids = members.map(({ node }) => graph.components.idOf(node));
          expect(members.map(({ isOwn }) => isOwn)).toEqual(ids.map((id) => own.has(id)));
          expect(perHour).toBeCloseTo(perHourWhen(facts, new Map(ids.map((id) => [id, 3])), entity.id), 9);
        }
        for (const list of [found.singlePoints, found.cutSets])
          expect(list.map(({ perHour }) => perHour)).toEqual(list.map(({ perHour }) => perHour).sort((a, b) => b! - a!));
      }),
      randomRuns(200),
    );
  });

  test('margins of groups and single causes that take down more than may fail are found', () => {
    fc.assert(
      fc.property(redundantLandscapes, asked, (facts, question) => {
        const answer = ask(facts, { ...question, order: 1 });
        if (answer === null) return;
        const { graph, entity, found } = answer;
        const idOf = (kind: 'component' | 'hosting-zone' | 'technology', index: number): string =>
          kind === 'component' ? graph.components.idOf(index) : graph.tableOf(kind).at(index).id;
        const told = found.margins.map(({ owner, group, failuresLeft, sharedCauses }) => ({
          group: `${graph.components.technicalNameOf(owner)} ${graph.edges.groups.nameOf(group)}`,
          failuresLeft,
          sharedCauses: sharedCauses.map(({ cause, takes }) => `${cause.kind} ${idOf(cause.kind, cause.index)} ${takes}`).sort(),
        }));
        const byGroup = (left: { group: string }, right: { group: string }): number => (left.group < right.group ? -1 : 1);
        expect(told.sort(byGroup)).toEqual(bruteMargins(facts, entity.kind, entity.id).sort(byGroup));
      }),
      randomRuns(300),
    );
  });
});

describe('in a landscape drawn by hand', () => {
  const of = (sketch: Sketch, name: string, order: CutSetOrder, mostCombinations?: number) => {
    const graph = sketchGraph(sketch);
    const entity = graph.findEntity('component', componentId(name))!;
    const found = weakPointsOf(graph, entity, { state: 'Outage', order, canSeeRevenue: false }, mostCombinations);
    const nameOf = (node: number): string => graph.components.technicalNameOf(node);
    return {
      singles: found.singlePoints.map(({ node }) => nameOf(node)),
      sets: found.cutSets.map(({ members }) => members.map(({ node }) => nameOf(node)).join(' ')),
      margins: found.margins.map(({ failuresLeft, sharedCauses }) => [failuresLeft, sharedCauses.length]),
      completeness: found.completeness,
    };
  };

  test('two replicas take their dependent down together, and what both depend on does so alone', () => {
    const edges = ['shop -> cart-1 group:cart', 'shop -> cart-2 group:cart', 'cart-1 -> disk', 'cart-2 -> disk', 'cart-1 -> net-1'];
    expect(of({ edges }, 'shop', 2)).toEqual({
      singles: ['disk', 'shop'],
      sets: ['cart-1 cart-2', 'cart-2 net-1'],
      margins: [[1, 1]],
      completeness: { isComplete: true, omitted: 0 },
    });
  });

  test('if two of three must work, any two take it down, and around a cycle no set is listed twice', () => {
    const edges = ['a -> m1 group:m minimum:2', 'a -> m2 group:m minimum:2', 'a -> m3 group:m minimum:2', 'm1 -> m2', 'm2 -> m1'];
    expect(of({ edges }, 'a', 3)).toMatchObject({ singles: ['a', 'm1', 'm2'], sets: [], margins: [[1, 2]] });
  });

  test('replicas count even beside a group that does not matter', () => {
    const edges = ['top -> l group:g', 'top -> r group:g', 'top -> ads Async', 'ads -> x group:h', 'ads -> y group:h'];
    expect(of({ edges }, 'top', 2)).toMatchObject({ singles: ['top'], sets: ['l r'] });
  });

  test('a search that was stopped says so, and reports only correct results', () => {
    const chain = (name: string): string[] => Array.from({ length: 30 }, (_, hop) => `${name}${hop} -> ${name}${hop + 1}`);
    const edges = ['top -> l0 group:g', 'top -> r0 group:g', ...chain('l'), ...chain('r')];
    const whole = of({ edges }, 'top', 2);
    expect(whole.sets).toHaveLength(31 * 31);
    const cut = of({ edges }, 'top', 2, 1_000);
    expect(cut.completeness).toEqual({ isComplete: false, omitted: null });
    expect(whole.sets).toEqual(expect.arrayContaining(cut.sets));
  });

  test('sets beyond the listing limit are counted', () => {
    const chain = (name: string): string[] => Array.from({ length: 101 }, (_, hop) => `${name}${hop} -> ${name}${hop + 1}`);
    const edges = ['top -> l0 group:g', 'top -> r0 group:g', ...chain('l'), ...chain('r')];
    const found = of({ edges }, 'top', 2);
    expect(found.sets).toHaveLength(10_000);
    expect(found.completeness).toEqual({ isComplete: false, omitted: 102 * 102 - 10_000 });
  });
});
