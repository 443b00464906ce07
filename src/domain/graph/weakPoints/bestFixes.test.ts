/** The best fixes of a landscape do what they say, in facts changed by hand; and no softer dependency protects more capabilities. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DependencyFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { changedByHand, NEW_COMPONENT } from '@/test/changedByHand';
import { redundantLandscapes, tolerantLandscapes } from '@/test/graphArbitrary';
import { sketchFacts, type Sketch } from '@/test/graphSketch';
import { randomRuns } from '@/test/randomRuns';
import { perHourWhen, severitiesWhen, sufferedWhen, topsOf, zoneFailure, type Severities } from '@/test/weakPointOracle';
import { finish } from '@/plain/steps';
import { bestFixes, MOST_BEST_FIXES, savesCapabilities, savesPerHour, type BestFix } from './bestFixes';
import type { StakesOrder } from './candidatesOfAll';
import { summaryTask } from './summaryTask';
import { summariseAgain } from './weakPointSummary';

const graphOf = (facts: LandscapeFacts): LandscapeGraph => finish(new LandscapeGraphBuilder().addAll(facts).seal(1));

function bestOf(graph: LandscapeGraph, order: StakesOrder): BestFix[] {
  const task = summaryTask(graph);
  const { softer, groups } = summariseAgain(structuredClone(task), null).summary.candidates[order];
  const node = (position: number): number => task.part.nodes[position]!;
  const changes = {
    softer: softer.map(({ source, target }) => ({ source: node(source), target: node(target) })),
    groups: groups.map(({ owner, group }) => ({ owner, redundancyGroup: graph.edges.groups.nameOf(group) })),
  };
  return finish(bestFixes(graph, changes, order)).fixes;
}

const OUTAGE = 3;
const downIn = (facts: LandscapeFacts, failing: Severities): string[] => {
  const suffered = sufferedWhen(facts, failing);
  return facts.capabilities.map(({ id }) => id).filter((id) => suffered(id) === OUTAGE);
};

/** What a failure does, from plain facts. */
function told(facts: LandscapeFacts, failing: Severities, watched: string) {
  const suffered = sufferedWhen(facts, failing);
  const affected = facts.capabilities.map(({ id }) => [id, suffered(id)] as const).filter(([, severity]) => severity > 0);
  return {
    watched: severitiesWhen(facts, failing).get(watched),
    capabilities: new Map(affected),
    perHour: expect.closeTo(perHourWhen(facts, failing), 9),
  };
}

const seen = { makeSofter: 0, addMember: 0, separate: 0 };

describe('a fix for the whole landscape', { timeout: 60_000 }, () => {
  test('changes what one failure does as it says, and adds nothing that alone takes a capability down', () => {
    fc.assert(
      fc.property(fc.oneof(redundantLandscapes, tolerantLandscapes), fc.constantFrom<StakesOrder>('revenue', 'reach'), (facts, order) => {
        const graph = graphOf(facts);
        const fixes = bestOf(graph, order);
        for (const fix of fixes) {
          seen[fix.kind]++;
          const changed = changedByHand(facts, graph, fix);
          const { kind, index } = fix.cause;
          const failing = (some: LandscapeFacts): Severities =>
            kind === 'component' ? new Map([[graph.components.idOf(index), OUTAGE]]) : zoneFailure(some, graph.hostingZones.at(index).id);
          const watched = graph.components.idOf(fix.protects);
          expect({ ...fix.before }).toEqual(told(facts, failing(facts), watched));
          expect({ ...fix.after }).toEqual(told(changed, failing(changed), watched));
          expect(order === 'revenue' ? savesPerHour(fix) : savesCapabilities(fix)).toBeGreaterThan(0);
          for (const { id } of [...facts.components, { id: NEW_COMPONENT }].filter(({ id: one }) =>
            changed.components.some((c) => c.id === one),
          )) {
            const was = id === NEW_COMPONENT ? [] : downIn(facts, new Map([[id, OUTAGE]]));
            expect(was).toEqual(expect.arrayContaining(downIn(changed, new Map([[id, OUTAGE]]))));
          }
        }
        // The landscape is left as it was.
        expect(bestOf(graph, order)).toEqual(fixes);
      }),
      randomRuns(80),
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
  });

  test('leaves out no softer dependency that saves more capabilities, except those that consist of its target', () => {
    let isSeen = 0;
    fc.assert(
      fc.property(redundantLandscapes, (redundant) => {
        // Most pass everything on, so that there is something to save.
        const passing = (edge: DependencyFact, number: number) =>
          number % 3 === 0 ? edge : { ...edge, mode: 'Hard' as const, required: true };
        const dependencies = redundant.dependencies.map(passing).map((edge) => ({ ...edge, redundancyGroup: null }));
        const facts = { ...redundant, dependencies };
        const idOf = new Map(facts.components.map(({ id, ordinal }) => [ordinal, id]));
        const saved = facts.dependencies.map((edge) => {
          const target = idOf.get(edge.targetOrdinal)!;
          const failing = new Map([[target, OUTAGE]]);
          const softer = facts.dependencies.map((other) => (other === edge ? { ...edge, mode: 'Soft' as const } : other));
          const still = downIn({ ...facts, dependencies: softer }, failing);
          const gone = downIn(facts, failing).filter((id) => !still.includes(id));
          return { all: gone.length, certain: gone.filter((id) => !topsOf(facts, 'capability', id).tops.has(target)).length };
        });
        const most = (gains: number[]): number[] => gains.filter((gain) => gain > 0).sort((left, right) => right - left);
        const found = bestOf(graphOf(facts), 'reach').map(savesCapabilities);
        const atMost = most(saved.map(({ all }) => all));
        const atLeast = most(saved.map(({ certain }) => certain)).slice(0, MOST_BEST_FIXES);
        found.forEach((gain, at) => expect(gain).toBeLessThanOrEqual(atMost[at] ?? 0));
        atLeast.forEach((gain, at) => expect(found[at] ?? 0).toBeGreaterThanOrEqual(gain));
        isSeen += atLeast.length;
      }),
      randomRuns(250),
    );
    expect(isSeen).toBeGreaterThan(20);
  });
});

describe('of a shop that sells for 1,000 an hour', () => {
  const fixesOf = (sketch: Sketch, order: StakesOrder = 'revenue') => {
    const facts = sketchFacts({ supports: { shop: ['sell'] }, ...sketch });
    const [sell] = facts.capabilities;
    const segment = {
      id: '00000000-0000-4000-8000-000000000001',
      technicalName: 'customers',
      name: 'Customers',
      audienceType: 'Customers' as const,
      people: null,
      annualRevenue: 8_760_000,
      capabilities: [{ capabilityId: sell!.id, revenueShare: 1 }],
    };
    const graph = graphOf({ ...facts, segments: [segment] });
    return bestOf(graph, order).map((fix) => [
      fix.kind,
      graph.components.technicalNameOf(fix.protects),
      fix.cause.kind === 'component'
        ? graph.components.technicalNameOf(fix.cause.index)
        : graph.hostingZones.at(fix.cause.index).technicalName,
      fix.before.perHour,
      fix.after.perHour,
    ]);
  };

  test('a softer dependency halves what the failure of its target costs', () => {
    expect(fixesOf({ edges: ['shop.web -> core.db'] })).toEqual([['makeSofter', 'shop.web', 'core.db', 1000, 500]]);
  });

  test('nothing helps against what reaches it in two ways, except at the last step that both share', () => {
    const edges = ['shop.web -> core.a', 'shop.web -> core.b', 'core.a -> core.db', 'core.b -> core.db'];
    expect(fixesOf({ edges })).toEqual([
      ['makeSofter', 'shop.web', 'core.a', 1000, 500],
      ['makeSofter', 'shop.web', 'core.b', 1000, 500],
    ]);
  });

  test('replicas in one zone are worth moving apart, and two of two are worth a third', () => {
    const pair = ['shop.web -> core.r1 group:pair', 'shop.web -> core.r2 group:pair'];
    expect(fixesOf({ edges: pair, zones: { 'core.r1': ['east.a'], 'core.r2': ['east.a'] } })).toEqual([
      ['separate', 'shop.web', 'east.a', 1000, 0],
    ]);
    const both = pair.map((edge) => `${edge} minimum:2`);
    expect(fixesOf({ edges: both })).toEqual([
      ['addMember', 'shop.web', 'core.r1', 1000, 0],
      ['makeSofter', 'shop.web', 'core.r1', 1000, 500],
      ['makeSofter', 'shop.web', 'core.r2', 1000, 500],
    ]);
  });
});
