/** The widest blast radii, compared with each one calculated separately; and the counts behind the choice, compared with a walk from every component. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blastRadius } from './blastRadius';
import { countCauses, mostExposedCapabilities } from './capabilityExposure';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { DependencyFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { byWidth, dependentCounts, seeminglyWidest, wideBlastRadius } from './widestBlastRadii';
import { byCodeUnit } from '@/plain/order';
import { landscapes, wideLandscapes } from '@/test/graphArbitrary';
import { readLandscape } from '@/test/graphFromManifest';
import { randomRuns } from '@/test/randomRuns';
import { finish } from '@/plain/steps';

const build = (facts: LandscapeFacts) => finish(new LandscapeGraphBuilder().addAll(facts).seal(1));

function askedOneByOne(facts: LandscapeFacts, planMaximumDepth: number): [string, number][] {
  const graph = build(facts);
  return facts.components
    .map(({ id, technicalName }): [string, number] => {
      const question = { entityType: 'component', entityId: id, direction: 'downstream', requestedDepth: null, modes: null } as const;
      const answer = finish(
        blastRadius(graph, {
          ...question,
          types: null,
          planMaximumDepth,
          componentLimit: null,
          currency: 'EUR',
          canSeeRevenue: false,
        }),
      );
      return [technicalName, (answer?.components ?? []).filter(({ expectedState }) => expectedState !== 'Healthy').length];
    })
    .filter(([, affected]) => affected > 0)
    .sort((left, right) => right[1] - left[1] || byCodeUnit(left[0], right[0]));
}

function widest(facts: LandscapeFacts, planMaximumDepth: number): [string, number][] {
  const graph = build(facts);
  return finish(seeminglyWidest(graph, 100))
    .flatMap((id) => finish(wideBlastRadius(graph, id, { planMaximumDepth, currency: 'EUR', canSeeRevenue: false })) ?? [])
    .sort(byWidth)
    .map(({ answer, affected }) => [answer.entity.technicalName, affected]);
}

/** Every component that a failure travels to, found by walking from one dependency to the next. */
function walkedFrom(start: number, dependencies: readonly DependencyFact[]): number {
  const seen = new Set([start]);
  for (const ordinal of seen)
    for (const { sourceOrdinal, targetOrdinal, propagates } of dependencies)
      if (propagates && targetOrdinal === ordinal) seen.add(sourceOrdinal);
  return seen.size - 1;
}

describe('the widest blast radii', { timeout: 60_000 }, () => {
  test('are those with the most affected components when each is calculated separately', () => {
    fc.assert(
      fc.property(landscapes, fc.integer({ min: 1, max: 10 }), (facts, depth) => {
        expect(widest(facts, depth)).toEqual(askedOneByOne(facts, depth));
      }),
      randomRuns(200),
    );
  });

  test('are chosen by how many components depend on each, directly or indirectly', () => {
    fc.assert(
      fc.property(wideLandscapes, (facts) => {
        const graph = build(facts);
        const counts = finish(dependentCounts(graph));
        const byName = new Map([...graph.nodes()].map((node) => [graph.componentView(node).technicalName, counts[node]]));
        for (const { technicalName, ordinal } of facts.components)
          expect([technicalName, byName.get(technicalName)]).toEqual([technicalName, walkedFrom(ordinal, facts.dependencies)]);
      }),
      randomRuns(30),
    );
  });

  test('are none in an empty landscape', () => {
    expect(finish(seeminglyWidest(finish(new LandscapeGraphBuilder().seal(1)), 5))).toEqual([]);
  });

  test('of the demo begin with its feature flags, on which everything depends', () => {
    expect(widest(readLandscape('opentelemetry-demo'), 10).slice(0, 3)).toEqual([
      ['flagd', 12],
      ['astronomy-db', 7],
      ['kafka', 6],
    ]);
  });
});

describe('the most exposed capabilities', () => {
  const graph = build(readLandscape('opentelemetry-demo'));

  test('of the demo are ordering, browsing and observing, with the revenue that depends on each', () => {
    expect(mostExposedCapabilities(graph, 5, true).map(({ technicalName, people, perHour }) => [technicalName, people, perHour])).toEqual([
      ['place-order', 240_000, 1_600],
      ['browse-catalogue', 240_000, 400],
      ['observe-systems', 40, null],
    ]);
  });

  test('say how many audiences have no number, and leave out those of which nothing is known', () => {
    const facts = readLandscape('opentelemetry-demo');
    const [first, ...others] = facts.segments;
    const told = (segments: typeof facts.segments) =>
      mostExposedCapabilities(build({ ...facts, segments }), 5, false).map((row) => [
        row.technicalName,
        row.people,
        row.audiencesWithoutNumber,
      ]);
    const second = { ...first!, id: 'ffffffff-0000-4000-8000-000000000002', technicalName: 'second', people: null };
    expect(told([first!, second]).every(([, people, without]) => people === first!.people && without === 1)).toBe(true);
    expect(told([first!, second])).not.toEqual([]);
    expect(told([second, ...others.map((segment) => ({ ...segment, people: null }))])).toEqual([]);
  });

  test('are ordered by people, without amounts, for those who may not see revenue', () => {
    expect(mostExposedCapabilities(graph, 2, false).map(({ technicalName, people, perHour }) => [technicalName, people, perHour])).toEqual([
      ['browse-catalogue', 240_000, null],
      ['place-order', 240_000, null],
    ]);
  });

  test('have as many causes as their upstream question finds components that would affect them', () => {
    const answer = finish(
      blastRadius(graph, {
        entityType: 'capability',
        entityId: 'place-order',
        direction: 'upstream',
        requestedDepth: null,
        planMaximumDepth: 100,
        modes: null,
        types: null,
        componentLimit: null,
        currency: 'EUR',
        canSeeRevenue: false,
      }),
    );
    const rows = [...(answer?.origin ?? []), ...(answer?.components ?? [])];
    const causes = rows.filter(({ expectedState }) => expectedState !== 'Healthy').length;
    expect(causes).toBeLessThan(rows.length);
    expect(finish(countCauses(graph, answer?.entity.id ?? '', 100))).toBe(causes);
  });
});
