/** What colours mean for one component, and that the worst counts for several. */
import { describe, expect, it } from 'vitest';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { capabilityId, componentId, sketchFacts, sketchGraph } from '@/test/graphSketch';
import { byEndOfSupport, byExposure, byLifecycle, bySinglePoints, byTeam, byTier } from './colours';
import { finish } from '@/plain/steps';

const NOW = new Date('2026-01-15T12:00:00Z');

function graphWith(facts: LandscapeFacts, changes: Record<string, Partial<LandscapeFacts['applications'][number]>>): LandscapeGraph {
  const applications = facts.applications.map((fact) => ({ ...fact, ...changes[fact.technicalName] }));
  return finish(new LandscapeGraphBuilder().addAll({ ...facts, applications }).seal(1));
}

const nodesOf = (graph: LandscapeGraph, ...names: string[]): number[] => names.map((name) => graph.components.find(componentId(name)));

it('tiers and lifecycles: the most critical tier, and the lifecycle that needs attention most', () => {
  const graph = graphWith(sketchFacts({ edges: ['a.x -> b.y'] }), {
    a: { criticalityTier: 'MissionCritical', lifecycleState: 'Production' },
    b: { criticalityTier: 'Administrative', lifecycleState: 'Sunset' },
  });
  const both = nodesOf(graph, 'a.x', 'b.y');
  expect([byTier(graph).of(both).colour, byLifecycle(graph).of(both).colour]).toEqual(['MissionCritical', 'Sunset']);
  expect([byTier(graph).of(both.slice(1)).colour, byLifecycle(graph).of(both.slice(0, 1)).colour]).toEqual([
    'Administrative',
    'Production',
  ]);
});

it('teams: a colour each for the nine largest, one for all others, and none for components of several teams', () => {
  const teams = Array.from({ length: 11 }, (_, place) => `t${place}`);
  const facts = sketchFacts({ edges: ['t0.x -> t0.y', 't1.x -> t1.y'], alone: [...teams.map((team) => `${team}.z`), 'none.z'] });
  const graph = graphWith(facts, Object.fromEntries(teams.map((team) => [team, { ownerTeam: team }])));
  const colouring = byTeam(graph, graph.nodes());
  expect(colouring.of(nodesOf(graph, 't0.x', 't0.z'))).toEqual({ colour: 'team t0', text: 't0' });
  expect(colouring.of(nodesOf(graph, 't9.z'))).toEqual({ colour: 'other-teams', text: 't9' });
  expect(colouring.of(nodesOf(graph, 'none.z'))).toEqual({ colour: 'none', text: 'No team' });
  expect(colouring.of(nodesOf(graph, 't0.x', 't1.x'))).toEqual({ colour: null, text: '2 teams' });
  expect(colouring.legend).toHaveLength(11);
});

describe('end of support', () => {
  const technology = (number: number) => ({
    id: `00000000-0000-4000-8000-00000000000${number}`,
    technicalName: `t${number}`,
    name: `T${number}`,
  });
  const facts = sketchFacts({ edges: ['a.x -> a.y'] });
  const [x, y] = facts.components;
  const graph = finish(
    new LandscapeGraphBuilder()
      .addAll({
        ...facts,
        technologies: [technology(1), technology(2)],
        components: [{ ...x!, technologyIds: [technology(1).id, technology(2).id] }, y!],
      })
      .seal(1),
  );
  const colourAt = (...dates: string[]) =>
    byEndOfSupport(graph, new Map(dates.map((date, place) => [technology(place + 1).id, { name: `T${place + 1}`, date }])), NOW);

  it.each([
    ['2026-01-14', 'ended', 'T1 ended on 2026-01-14'],
    ['2026-01-15', 'within-a-year', 'T1 ends on 2026-01-15'],
    ['2027-01-15', 'within-a-year', 'T1 ends on 2027-01-15'],
    ['2027-01-16', 'later', 'T1 ends on 2027-01-16'],
  ])('%s is %s', (date, colour, text) => {
    expect(colourAt(date).of(nodesOf(graph, 'a.x', 'a.y'))).toEqual({ colour, text });
  });

  it('is that of the first technology to end, and missing if none has a date', () => {
    expect(colourAt('2028-01-01', '2025-01-01').of(nodesOf(graph, 'a.x')).text).toBe('T2 ended on 2025-01-01');
    expect(colourAt('2025-01-01').of(nodesOf(graph, 'a.y'))).toEqual({ colour: null, text: null });
  });
});

it('exposure: as a share of the largest in the picture', () => {
  const facts = sketchFacts({ edges: [], alone: ['a.x', 'b.x', 'c.x', 'd.x'], supports: { a: ['one'], b: ['two'], c: ['three'] } });
  const segments = [8_760_000, 876_000, 87_600].map((annualRevenue, place) => ({
    id: `00000000-0000-4000-8000-00000000000${place}`,
    technicalName: `s${place}`,
    name: `S${place}`,
    audienceType: 'Customers' as const,
    people: null,
    annualRevenue,
    capabilities: [{ capabilityId: capabilityId(['one', 'two', 'three'][place] ?? ''), revenueShare: 1 }],
  }));
  const graph = finish(new LandscapeGraphBuilder().addAll({ ...facts, segments }).seal(1));
  const { of, legend } = byExposure(graph, graph.nodes(), 'EUR');
  expect(['a.x', 'b.x', 'c.x', 'd.x'].map((name) => of(nodesOf(graph, name)).colour)).toEqual(['high', 'middle', 'low', 'none']);
  expect(of(nodesOf(graph, 'c.x', 'b.x')).text).toBe('at least €100 per hour');
  expect(legend.map(({ label }) => label)).toEqual(['€500 or more per hour', '€100 or more per hour', 'Less', 'No cost known']);
});

it('what many need: five that cannot work without it, directly and without redundancy', () => {
  const on = (target: string, count: number, word = ''): string[] =>
    Array.from({ length: count }, (_, place) => `u${place}.x -> ${target} ${word}`);
  const graph = sketchGraph({ edges: [...on('a.db', 5), ...on('a.cache', 4), ...on('a.log', 9, 'optional'), ...on('a.queue', 6)] });
  const { of } = bySinglePoints(graph);
  expect(of(nodesOf(graph, 'a.db'))).toEqual({ colour: 'single-point', text: '5 components cannot work without it' });
  expect(of(nodesOf(graph, 'a.cache', 'a.log'))).toEqual({ colour: null, text: null });
  expect(of(nodesOf(graph, 'a.db', 'a.cache', 'a.queue')).text).toBe('2 components that at least 5 others cannot work without');
});
