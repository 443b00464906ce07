/** The numbers of all capabilities at once are the same as for each one separately. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { applyEdits } from '@/domain/graph/landscape/graphEdits';
import type { DependencyFact, LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import { DEPENDENCY_MODES } from '@/domain/vocabulary';
import { editsBetween, redundantLandscapes, tolerantLandscapes } from '@/test/graphArbitrary';
import { readLandscape } from '@/test/graphFromManifest';
import { randomRuns } from '@/test/randomRuns';
import { lossPerHour, perHourWhen, sufferedWhen, topsOf } from '@/test/weakPointOracle';
import { summaryTask, type SummaryTask } from './summaryTask';
import { summariseAgain, type LandscapeSummary } from './weakPointSummary';
import { weakPointsOf } from './weakPoints';
import { finish } from '@/plain/steps';

const summarise = (task: SummaryTask): LandscapeSummary => summariseAgain(task, null).summary;

test('the summary of each capability agrees with its full answer, also when calculated in another thread', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.oneof(tolerantLandscapes, redundantLandscapes), (facts) => {
      const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
      const task = summaryTask(graph);
      const { capabilities: summaries, perHour, undermined } = structuredClone(summarise(structuredClone(task)));
      const hollow = new Map<string, number>();
      expect(summaries.map(({ id }) => id).sort()).toEqual(facts.capabilities.map(({ id }) => id).sort());
      for (const { id, singlePoints, ...numbers } of summaries) {
        const found = weakPointsOf(graph, graph.findEntity('capability', id)!, { state: 'Outage', order: 2, canSeeRevenue: true });
        expect(singlePoints.map((position) => task.part.nodes[position]).sort()).toEqual(found.singlePoints.map(({ node }) => node).sort());
        expect(numbers).toEqual({
          pairs: found.cutSets.length,
          arePairsComplete: true,
          smallestMargin: found.margins.length === 0 ? null : Math.min(...found.margins.map(({ failuresLeft }) => failuresLeft)),
          undermined: found.margins.filter(({ failuresLeft, sharedCauses }) => failuresLeft > 0 && sharedCauses.length > 0).length,
          worstPerHour: expect.closeTo(Math.max(0, ...found.singlePoints.map(({ perHour: cost }) => cost!)), 9),
          ownPerHour: expect.any(Number),
          isRevenueRecorded: expect.any(Boolean),
        });
        for (const { node, perHour: cost } of found.singlePoints) expect(perHour.get(task.part.nodes.indexOf(node))).toBeCloseTo(cost!, 9);
        for (const { owner, group, failuresLeft, sharedCauses } of found.margins)
          if (failuresLeft > 0 && sharedCauses.length > 0) hollow.set(`${owner} ${group}`, (hollow.get(`${owner} ${group}`) ?? 0) + 1);
      }
      const behindSome = undermined.filter(({ capabilities }) => capabilities > 0);
      expect(new Map(behindSome.map(({ owner, group, capabilities }) => [`${owner} ${group}`, capabilities]))).toEqual(hollow);
    }),
    randomRuns(60),
  );
});

test('a capability itself costs what its outage costs if nothing but the capabilities that contain it suffers', { timeout: 60_000 }, () => {
  const seen = { alone: 0, withOthers: 0, child: 0 };
  fc.assert(
    fc.property(fc.oneof(tolerantLandscapes, redundantLandscapes), (facts) => {
      const graph = finish(new LandscapeGraphBuilder().addAll(facts).seal(1));
      for (const { id, ownPerHour, isRevenueRecorded } of summarise(summaryTask(graph)).capabilities) {
        const within = [id];
        for (const one of within)
          within.push(...facts.capabilities.flatMap((fact) => (fact.id === one && fact.parentId ? [fact.parentId] : [])));
        expect(ownPerHour).toBeCloseTo(
          lossPerHour(facts, (other) => (within.includes(other) ? 3 : 0)),
          9,
        );
        const isEarnedBy = facts.segments.some(
          ({ annualRevenue, capabilities }) =>
            annualRevenue !== null && capabilities.some((share) => within.includes(share.capabilityId) && share.revenueShare !== null),
        );
        expect(isRevenueRecorded).toBe(isEarnedBy);
        const { tops } = topsOf(facts, 'capability', id);
        if (tops.size === 0) continue;
        // All of it fails: that costs as much, and more only if others suffer too.
        const failing = new Map([...tops].map((top) => [top, 3]));
        const suffered = sufferedWhen(facts, failing);
        const others = facts.capabilities.filter((other) => !within.includes(other.id) && suffered(other.id) > 0);
        expect(within.map(suffered)).toEqual(within.map(() => 3));
        if (others.length === 0) expect(perHourWhen(facts, failing)).toBeCloseTo(ownPerHour, 9);
        else expect(perHourWhen(facts, failing)).toBeGreaterThanOrEqual(ownPerHour - 1e-9);
        if (ownPerHour > 0) seen[others.length === 0 ? 'alone' : 'withOthers']++;
        if (ownPerHour > 0 && within.length > 1) seen.child++;
      }
    }),
    randomRuns(100),
  );
  for (const count of Object.values(seen)) expect(count, JSON.stringify(seen)).toBeGreaterThan(0);
});

/** One change to a landscape, as somebody might make it. */
const change = fc.record({
  what: fc.constantFrom(
    ...([
      'mode',
      'ends',
      'group',
      'minimum',
      'remove',
      'zones',
      'technologies',
      'support',
      'parent',
      'share',
      'revenue',
      'component',
    ] as const),
  ),
  first: fc.nat(999),
  second: fc.nat(999),
});

function changed(
  facts: LandscapeFacts,
  { what, first, second }: typeof change extends fc.Arbitrary<infer Value> ? Value : never,
): LandscapeFacts {
  const pick = <Fact>(list: readonly Fact[], number: number): Fact | undefined => list[number % Math.max(1, list.length)];
  const put = <Kind extends keyof LandscapeFacts>(kind: Kind, edit: (fact: LandscapeFacts[Kind][number]) => object): LandscapeFacts => {
    const fact = pick(facts[kind] as LandscapeFacts[Kind][number][], first);
    const list = (facts[kind] as LandscapeFacts[Kind][number][]).map((other) => (other === fact ? { ...other, ...edit(other) } : other));
    return { ...facts, [kind]: list };
  };
  const toggled = (ids: readonly string[], id: string | undefined): string[] =>
    id === undefined ? [...ids] : ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
  const edge = pick(facts.dependencies, first);
  switch (what) {
    case 'mode':
      return put('dependencies', () => ({ mode: pick(DEPENDENCY_MODES, second) }));
    case 'ends':
      return put('dependencies', ({ sourceOrdinal }) => ({
        targetOrdinal: pick(
          facts.components.filter(({ ordinal }) => ordinal !== sourceOrdinal),
          second,
        )!.ordinal,
      }));
    case 'group':
      return put('dependencies', ({ redundancyGroup }) => ({
        redundancyGroup: redundancyGroup === null ? 'a' : null,
        redundancyMinimum: 1,
      }));
    case 'minimum': {
      const isOfGroup = (other: DependencyFact): boolean =>
        other.sourceOrdinal === edge?.sourceOrdinal && other.redundancyGroup === edge.redundancyGroup && edge.redundancyGroup !== null;
      return {
        ...facts,
        dependencies: facts.dependencies.map((other) => (isOfGroup(other) ? { ...other, redundancyMinimum: 1 + (second % 3) } : other)),
      };
    }
    case 'remove':
      return { ...facts, dependencies: facts.dependencies.filter((other) => other !== edge) };
    case 'zones':
      return put('components', ({ hostingZoneIds }) => ({ hostingZoneIds: toggled(hostingZoneIds, pick(facts.hostingZones, second)?.id) }));
    case 'technologies':
      return put('components', ({ technologyIds }) => ({ technologyIds: toggled(technologyIds, pick(facts.technologies, second)?.id) }));
    case 'support':
      return put('applications', ({ capabilityIds }) => ({ capabilityIds: toggled(capabilityIds, pick(facts.capabilities, second)?.id) }));
    case 'parent':
      return put('capabilities', () => ({ parentId: null }));
    case 'share':
      return put('segments', ({ capabilities }) => ({
        capabilities: capabilities.map((link) => ({ ...link, revenueShare: (second % 10) / 10 })),
      }));
    case 'revenue':
      return put('segments', () => ({ annualRevenue: second * 8_760 }));
    case 'component': {
      const gone = pick(facts.components, first);
      return {
        ...facts,
        components: facts.components.filter((other) => other !== gone),
        dependencies: facts.dependencies.filter(
          ({ sourceOrdinal, targetOrdinal }) => sourceOrdinal !== gone?.ordinal && targetOrdinal !== gone?.ordinal,
        ),
      };
    }
  }
}

test('after any changes, reusing earlier results gives the same summary as calculating everything', { timeout: 300_000 }, () => {
  const taken = { outages: 0, capabilities: 0, groups: 0 };
  fc.assert(
    fc.property(fc.oneof(tolerantLandscapes, redundantLandscapes), fc.array(change, { minLength: 1, maxLength: 6 }), (first, changes) => {
      const graph = finish(new LandscapeGraphBuilder().addAll(first).seal(1));
      let facts = first;
      let memory = summariseAgain(summaryTask(graph), null).memory;
      changes.forEach((one, at) => {
        const next = changed(facts, one);
        applyEdits(graph, editsBetween(facts, next, at + 2));
        facts = next;
        const task = summaryTask(graph);
        const again = summariseAgain(task, memory);
        expect(again.summary).toEqual(summarise(task));
        // Also for a landscape that was read again, with different positions.
        const fresh = summaryTask(finish(new LandscapeGraphBuilder().addAll(facts).seal(1)));
        expect(summariseAgain(fresh, memory).summary).toEqual(summarise(fresh));
        memory = again.memory;
        taken.outages += task.part.count - again.work.outages;
        taken.capabilities += task.capabilities.length - again.work.capabilities;
        taken.groups += task.groups.length - again.work.groups;
      });
    }),
    randomRuns(500),
  );
  for (const count of Object.values(taken)) expect(count).toBeGreaterThan(200);
});

test('only what a change can affect is calculated again', () => {
  const facts = readLandscape('opentelemetry-demo');
  const graphOf = (some: LandscapeFacts) => finish(new LandscapeGraphBuilder().addAll(some).seal(1));
  const { memory, work } = summariseAgain(summaryTask(graphOf(facts)), null);
  expect(work).toEqual({ outages: 33, capabilities: 6, groups: 4 });
  expect(summariseAgain(summaryTask(graphOf(facts)), memory).work).toEqual({ outages: 0, capabilities: 0, groups: 0 });
  const ordinalOf = (name: string): number => facts.components.find(({ technicalName }) => technicalName === name)!.ordinal;
  // Fraud control reads the events, and nothing needs it: what it needs is failed again, kafka and its brokers. That it needed kafka Hard has made
  // kafka count for fulfilment, so both capabilities change.
  const softer = facts.dependencies.map((edge) =>
    edge.sourceOrdinal === ordinalOf('fraud-detection') ? { ...edge, mode: 'Soft' as const } : edge,
  );
  expect(summariseAgain(summaryTask(graphOf({ ...facts, dependencies: softer })), memory).work).toEqual({
    outages: 4,
    capabilities: 2,
    groups: 0,
  });
  // A broker in another zone takes down the same as before, but may fail together with others.
  const moved = facts.components.map((component) =>
    component.technicalName === 'kafka-broker-3' ? { ...component, hostingZoneIds: [facts.hostingZones[0]!.id] } : component,
  );
  expect(summariseAgain(summaryTask(graphOf({ ...facts, components: moved })), memory).work).toMatchObject({ outages: 0, groups: 1 });
  // One more broker that is needed, or one that is needed less: the same group, and all capabilities that kafka belongs to.
  const ofBrokers = (edit: Partial<DependencyFact>, number: number) => {
    const brokers = facts.dependencies.filter(({ redundancyGroup }) => redundancyGroup === 'brokers').slice(0, number);
    const dependencies = facts.dependencies.map((edge) => (brokers.includes(edge) ? { ...edge, ...edit } : edge));
    return summariseAgain(summaryTask(graphOf({ ...facts, dependencies })), memory).work;
  };
  expect(ofBrokers({ redundancyMinimum: 1 }, 3)).toEqual({ outages: 3, capabilities: 5, groups: 1 });
  expect(ofBrokers({ mode: 'Soft' }, 1)).toEqual({ outages: 1, capabilities: 5, groups: 1 });
});
