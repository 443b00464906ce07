/** When a redundancy group gives way: one table of cases, which every evaluation of the rule must answer alike. */
import { describe, expect, it } from 'vitest';
import { UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { settleAllThatSuffer } from './propagation';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';
import { componentId, sketchGraph } from '@/test/graphSketch';
import { FailuresInGraph } from './failuresInGraph';
import { neededToGiveWay, worstGivenWay } from './redundancy';
import { bitsGivingWay } from './redundancyBits';
import { finish } from '@/plain/steps';

interface Case {
  name: string;
  /** Of the owner `web`. */
  edges: string[];
  states: Record<string, HealthState>;
  /** What the group passes on. */
  passes: HealthState;
}

const pair = (words: string): string[] => [`web -> r1 group:g ${words}`, `web -> r2 group:g ${words}`];
const trio = (words: string): string[] => [...pair(words), `web -> r3 group:g ${words}`];

const CASES: Case[] = [
  { name: 'one of two fails and one is needed', edges: pair('minimum:1'), states: { r1: 'Outage' }, passes: 'Healthy' },
  { name: 'both fail and one is needed', edges: pair('minimum:1'), states: { r1: 'Outage', r2: 'Outage' }, passes: 'Outage' },
  { name: 'one of two fails and both are needed', edges: pair('minimum:2'), states: { r1: 'Outage' }, passes: 'Outage' },
  {
    name: 'the milder of two counts if one is needed',
    edges: pair('minimum:1'),
    states: { r1: 'Outage', r2: 'Warning' },
    passes: 'Warning',
  },
  { name: 'one of three fails and two are needed', edges: trio('minimum:2'), states: { r1: 'Outage' }, passes: 'Healthy' },
  { name: 'two of three fail and two are needed', edges: trio('minimum:2'), states: { r1: 'Outage', r3: 'Degraded' }, passes: 'Degraded' },
  {
    name: 'all of three fail and one is needed',
    edges: trio('minimum:1'),
    states: { r1: 'Outage', r2: 'Degraded', r3: 'Warning' },
    passes: 'Warning',
  },
  {
    name: 'Soft edges pass on a milder state to the group',
    edges: pair('minimum:1 Soft'),
    states: { r1: 'Outage', r2: 'Outage' },
    passes: 'Degraded',
  },
  {
    name: 'a target counts once, with the worst of its edges',
    edges: ['web -> r1 Calls Async group:g minimum:1', 'web -> r1 Reads Hard group:g minimum:1', 'web -> r2 group:g minimum:1'],
    states: { r1: 'Outage', r2: 'Outage' },
    passes: 'Outage',
  },
  {
    name: 'two edges of one target are not two targets',
    edges: ['web -> r1 Calls group:g minimum:1', 'web -> r1 Reads group:g minimum:1', 'web -> r2 group:g minimum:1'],
    states: { r1: 'Outage' },
    passes: 'Healthy',
  },
  {
    name: 'an edge that does not propagate is not in the group',
    edges: ['web -> r1 group:g minimum:1', 'web -> r2 group:g minimum:1 blocked'],
    states: { r1: 'Outage' },
    passes: 'Outage',
  },
];

function graphOf({ edges }: Case) {
  const graph = sketchGraph({ edges });
  const node = (name: string): number => graph.components.find(componentId(name));
  const [group = -1] = graph.edges.groups.ownedBy(node('web'));
  return { graph, node, group };
}

const severityOf = (state: HealthState): number => HEALTH_STATES.indexOf(state);

describe('a redundancy group', () => {
  it.each(CASES)('$name: target by target while a failure spreads', (one) => {
    const { graph, node } = graphOf(one);
    const { traversal, components, edges } = graph;
    traversal.begin(components.capacity);
    for (const [name, state] of Object.entries(one.states)) traversal.addOrigin(node(name), severityOf(state));
    finish(settleAllThatSuffer(traversal, edges));
    expect(HEALTH_STATES[traversal.severityOf(node('web'))]).toBe(one.passes);
  });

  it.each(CASES)('$name: at settled severities', (one) => {
    const { graph, node, group } = graphOf(one);
    const { traversal, components, edges } = graph;
    traversal.begin(components.capacity);
    for (const [name, state] of Object.entries(one.states)) traversal.addOrigin(node(name), severityOf(state));
    expect(HEALTH_STATES[worstGivenWay(edges, traversal, group)]).toBe(one.passes);
  });

  it.each(CASES)('$name: for 32 failures at once', (one) => {
    const { graph, node } = graphOf(one);
    const { traversal, components, edges } = graph;
    traversal.begin(components.capacity);
    for (const each of graph.nodes()) traversal.addOrigin(each, 0);
    const failures = new FailuresInGraph();
    finish(failures.prepare({ traversal, edges, filter: UNFILTERED, withheld: null }));
    const bit = 1 << 5;
    for (const [name, state] of Object.entries(one.states)) failures.start(failures.nodes.positionOf(node(name)), severityOf(state), bit);
    finish(failures.run());
    const owned = failures.groups.get(failures.nodes.positionOf(node('web'))) ?? [];
    const worst = [3, 2, 1].find((level) => owned.some((group) => bitsGivingWay(group, level, failures.planes, UNFILTERED) === bit)) ?? 0;
    expect(HEALTH_STATES[worst]).toBe(one.passes);
    expect([1, 2, 3].map((level) => failures.planes[level]![failures.nodes.positionOf(node('web'))] === bit)).toEqual(
      [1, 2, 3].map((level) => level <= severityOf(one.passes)),
    );
  });

  it.each([
    [3, 1, 3],
    [3, 2, 2],
    [3, 3, 1],
    [1, 1, 1],
    [2, 5, 1],
  ])('of %i targets that needs %i gives way once %i suffer', (targets, minimum, needed) => {
    expect(neededToGiveWay(targets, minimum)).toBe(needed);
  });
});
