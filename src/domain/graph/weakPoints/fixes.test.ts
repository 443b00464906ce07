/** Each fix, made in the facts of a landscape built from scratch, removes exactly what it says and adds nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { changedByHand } from '@/test/changedByHand';
import { FACTS_OF_KIND, redundantLandscapes } from '@/test/graphArbitrary';
import { componentId, sketchGraph, type Sketch } from '@/test/graphSketch';
import { randomRuns } from '@/test/randomRuns';
import { bruteCutSets, bruteMargins, perHourWhen, zoneFailure } from '@/test/weakPointOracle';
import type { Fix } from './fixes';
import { WEAK_POINT_ENTITY_KINDS, WEAK_POINT_STATES } from './weakPointQuestion';
import { weakPointsOf, type WeakPoints } from './weakPoints';
import { finish } from '@/plain/steps';

/** What the fix removes, and what an hour of all single points costs before and after. */
function effect(facts: LandscapeFacts, graph: LandscapeGraph, entity: { kind: 'component'; id: string }, state: number, fix: Fix) {
  const after = changedByHand(facts, graph, fix);
  const [was, is] = [facts, after].map(
    (some) => new Set(fix.kind === 'separate' ? zones(some, graph, entity, fix) : bruteCutSets(some, entity.kind, entity.id, state, 1)),
  );
  const gone = [...was!].filter((id) => !is!.has(id));
  const brought = [...is!].filter((id) => !was!.has(id));
  const costs = (some: LandscapeFacts): number =>
    gone.reduce((sum, id) => sum + perHourWhen(some, fix.kind === 'separate' ? zoneFailure(some, id) : new Map([[id, 3]]), entity.id), 0);
  return { gone, brought, saved: costs(facts) - costs(after) };
}

function zones(facts: LandscapeFacts, graph: LandscapeGraph, entity: { kind: 'component'; id: string }, { group }: Fix): string[] {
  const name = `${graph.components.technicalNameOf(group!.owner)} ${graph.edges.groups.nameOf(group!.group)}`;
  const { sharedCauses } = bruteMargins(facts, entity.kind, entity.id).find((margin) => margin.group === name)!;
  return sharedCauses.filter((cause) => cause.startsWith('hosting-zone')).map((cause) => cause.split(' ')[1]!);
}

/** Without positions, which mean nothing from one question to the next. */
const told = ({ margins, ...rest }: WeakPoints) => ({
  ...rest,
  margins: margins.map(({ sharedCauses, ...margin }) => ({
    ...margin,
    shared: sharedCauses.map(({ cause, takes }) => `${cause.kind} ${cause.index} ${takes}`),
  })),
});

const seen = { makeSofter: 0, addMember: 0, separate: 0 };

describe('a fix', { timeout: 60_000 }, () => {
  test('removes as many single points as it says, adds none, and saves what it says', () => {
    const asked = fc.record({
      kind: fc.constantFrom(...WEAK_POINT_ENTITY_KINDS),
      number: fc.nat(99),
      state: fc.constantFrom(...WEAK_POINT_STATES),
    });
    fc.assert(
      fc.property(redundantLandscapes, asked, (facts, { kind, number, state }) => {
        const candidates = facts[FACTS_OF_KIND[kind]];
        const fact = candidates[number % Math.max(1, candidates.length)];
        if (fact === undefined) return;
        const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
        const entity = graph.findEntity(kind, fact.id)!;
        const found = weakPointsOf(graph, entity, { state, order: 1, canSeeRevenue: true });
        for (const fix of found.fixes) {
          seen[fix.kind]++;
          const { gone, brought, saved } = effect(
            facts,
            graph,
            entity as { kind: 'component'; id: string },
            HEALTH_STATES.indexOf(state),
            fix,
          );
          expect({ ...fix, gone: gone.length, brought }).toEqual({ ...fix, gone: fix.removesSinglePoints, brought: [] });
          expect(gone.length).toBeGreaterThan(0);
          expect(fix.removesPerHour).toBeCloseTo(saved, 9);
        }
        // The landscape is left as it was.
        expect(told(weakPointsOf(graph, entity, { state, order: 1, canSeeRevenue: true }))).toEqual(told(found));
      }),
      randomRuns(300),
    );
    // Each kind of fix occurs in these landscapes.
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
  });
});

describe('a fix for replicas that share a zone', () => {
  const edges = ['shop -> cart-1 group:cart', 'shop -> cart-2 group:cart'];
  const fixesOf = (sketch: Sketch) => {
    const graph = sketchGraph(sketch);
    const found = weakPointsOf(graph, graph.findEntity('component', componentId('shop'))!, {
      state: 'Outage',
      order: 1,
      canSeeRevenue: false,
    });
    return found.fixes.map(({ kind, member, from, to, removesSinglePoints, removesPerHour }) => [
      kind,
      member === null ? null : graph.components.technicalNameOf(member),
      from,
      to,
      removesSinglePoints,
      removesPerHour,
    ]);
  };

  test('moves one to a zone that contains nothing else', () => {
    const zones = { 'cart-1': ['east.a'], 'cart-2': ['east.a'] };
    expect(fixesOf({ edges, zones })).toEqual([['separate', 'cart-1', 'east.a', null, 1, null]]);
  });

  test('is not needed once they are apart', () => {
    expect(fixesOf({ edges, zones: { 'cart-1': ['east.a'], 'cart-2': ['east.b'] } })).toEqual([]);
  });

  test('adds a third replica if all must work', () => {
    const all = edges.map((edge) => `${edge} minimum:2`);
    expect(fixesOf({ edges: all })[0]).toEqual(['addMember', 'cart-1', '2', '3', 2, null]);
  });

  test('is the mildest step that helps', () => {
    expect(fixesOf({ edges: ['shop -> ads'] })).toEqual([['makeSofter', null, 'Hard', 'Degraded', 1, null]]);
  });
});
