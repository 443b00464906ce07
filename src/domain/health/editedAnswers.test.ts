/**
 * A graph that was edited into a landscape gives every answer, in the same order, that a graph built from the landscape gives: what was
 * there before leaves no trace. The answers of built graphs are compared with oracles elsewhere.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blastColumns } from '@/domain/graph/impactPicture/blastColumns';
import { explainPath } from '@/domain/graph/questions/explain';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import { applyEdits } from '@/domain/graph/landscape/graphEdits';
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { leastExposures, sureDependents } from '@/domain/graph/questions/leastExposure';
import { evaluateScenario } from '@/domain/graph/questions/scenario';
import { scenarioColumns } from '@/domain/graph/impactPicture/scenarioColumns';
import { explainComponent } from '@/domain/graph/weakPoints/explainComponent';
import type { SingleCause } from '@/domain/graph/weakPoints/margins';
import { summaryTask } from '@/domain/graph/weakPoints/summaryTask';
import { summariseAgain } from '@/domain/graph/weakPoints/weakPointSummary';
import { WEAK_POINT_ENTITY_KINDS, WEAK_POINT_STATES } from '@/domain/graph/weakPoints/weakPointQuestion';
import { weakPointsOf } from '@/domain/graph/weakPoints/weakPoints';
import { seeminglyWidest } from '@/domain/graph/questions/widestBlastRadii';
import { explain } from './explanation';
import { healthImpact } from './healthImpact';
import { liveImpact } from '@/domain/graph/questions/live/liveImpact';
import { liveColumns } from '@/domain/graph/impactPicture/liveColumns';
import { livePath } from '@/domain/graph/questions/live/livePath';
import { maintenanceAt } from './maintenance';
import { snapshotBody } from './snapshot';
import { FAILURE_STATES } from '@/domain/vocabulary';
import { finish } from '@/plain/steps';
import {
  editsBetween,
  FACTS_OF_KIND,
  landscapes,
  queryFor,
  questions,
  redundantLandscapes,
  wideLandscapes,
  type Question,
} from '@/test/graphArbitrary';
import { randomRuns } from '@/test/randomRuns';

/** Random numbers, each of which picks something of the landscape that is asked about. */
interface Picks {
  question: Question;
  component: number;
  failures: readonly number[];
  withheld: readonly number[];
  unhealthy: readonly number[];
  state: number;
}

const number = fc.nat(0xffff);
const picks: fc.Arbitrary<Picks> = fc.record({
  question: questions,
  component: number,
  failures: fc.array(number, { minLength: 1, maxLength: 5 }),
  withheld: fc.array(number, { maxLength: 3 }),
  unhealthy: fc.array(number, { maxLength: 6 }),
  state: number,
});

const picked = <Item>(items: readonly Item[], pick: number): Item | undefined => items[pick % Math.max(1, items.length)];
const pickedAll = <Item>(items: readonly Item[], some: readonly number[]): Item[] => [
  ...new Set(some.flatMap((pick) => picked(items, pick) ?? [])),
];
const stateOf = (pick: number) => FAILURE_STATES[(pick >>> 3) % FAILURE_STATES.length]!;

/** What the answers about one landscape are, without positions in the graph, which mean nothing outside of it. */
type Answers = (graph: LandscapeGraph, facts: LandscapeFacts, picks: Picks) => unknown;

const aboutPaths: Answers = (graph, facts, { question, component }) => {
  const query = queryFor(facts, question);
  const target = picked(facts.components, component);
  if (query === null || target === undefined) return null;
  const explained = explainComponent(graph, query, target.id, () => true);
  return [
    finish(explainPath(graph, query, target.id)),
    // Any of the smallest cuts will do.
    explained && { ...explained, cut: explained.cut?.length },
    finish(blastColumns(graph, query, question.canSeeRevenue)),
  ];
};

const aboutScenarios: Answers = (graph, facts, { failures, withheld, unhealthy, state }) => {
  const kinds = Object.entries(FACTS_OF_KIND).flatMap(([kind, list]) => facts[list].map(({ id }) => ({ kind: kind as 'component', id })));
  const asked = pickedAll(kinds, failures).map(({ kind, id }, at) => ({
    entity: graph.findEntity(kind, id)!,
    state: stateOf(failures[at] ?? 0),
  }));
  const held = pickedAll(facts.dependencies, withheld);
  const reported = pickedAll(facts.components, unhealthy);
  const answer = finish(
    evaluateScenario(graph, {
      failures: asked,
      withheld: held.length === 0 ? null : new Set(held.map(({ id }) => graph.edges.find(id))),
      reported: new Map(reported.map(({ id }, at) => [graph.components.find(id), 1 + (((unhealthy[at] ?? 0) >>> 3) % 3)])),
      durationMinutes: state % 2 === 0 ? null : state % 120,
      downFrom: 'Degraded',
      componentLimit: null,
      currency: 'EUR',
      canSeeRevenue: true,
    }),
  );
  return [answer, scenarioColumns(graph, asked, { canSeeRevenue: true })];
};

const QUIET = maintenanceAt([], 0);

const aboutHealth: Answers = (graph, facts, { unhealthy, component, state }) => {
  const reports = pickedAll(facts.components, unhealthy).map(({ id }, at) => ({
    componentId: id,
    state: stateOf(unhealthy[at] ?? 0),
    since: 1_000 + at,
  }));
  const impact = liveImpact(graph, { unhealthy: reports, healthyCount: 0 });
  const target = picked(facts.components, component);
  return [
    impact.rootCauses.map((node) => graph.components.idOf(node)),
    snapshotBody(impact, QUIET, 'EUR'),
    finish(explain(impact, stateOf(state))),
    target === undefined ? null : livePath(impact, graph.components.find(target.id)),
    liveColumns(impact, [], true),
    finish(healthImpact(impact, { causeLimit: 20, maintenance: QUIET, currency: 'EUR' })),
  ];
};

/** A cause by its id, for the position of its kind that the graph gives it. */
const causeIn = (graph: LandscapeGraph, { kind, index }: Pick<SingleCause, 'kind' | 'index'>): string =>
  kind === 'component' ? graph.components.idOf(index) : graph.tableOf(kind).at(index).id;

const aboutWeakPoints: Answers = (graph, facts, { question, state }) => {
  const kind = picked(WEAK_POINT_ENTITY_KINDS, question.number)!;
  const fact = picked<{ id: string }>(facts[FACTS_OF_KIND[kind]], question.number);
  if (fact === undefined) return null;
  const entity = graph.findEntity(kind, fact.id)!;
  const asked = picked(WEAK_POINT_STATES, state)!;
  const found = weakPointsOf(graph, entity, { state: asked, order: 3, canSeeRevenue: true });
  const idOf = (node: number): string => graph.components.idOf(node);
  const groupOf = ({ owner, group }: { owner: number; group: number }): string => `${idOf(owner)} ${graph.edges.groups.nameOf(group)}`;
  return {
    singlePoints: found.singlePoints.map(({ node, ...rest }) => ({ id: idOf(node), ...rest })),
    cutSets: found.cutSets.map(({ members, perHour }) => ({ members: members.map(({ node }) => idOf(node)), perHour })),
    margins: found.margins.map((margin) => ({
      group: groupOf(margin),
      left: [margin.targets, margin.failuresLeft],
      causes: margin.sharedCauses.map(({ cause, takes }) => [causeIn(graph, cause), takes]),
    })),
    fixes: found.fixes.map(({ group, member, dependency, ...rest }) => ({
      ...rest,
      group: group === null ? null : groupOf(group),
      member: member === null ? null : idOf(member),
      dependency: dependency === null ? null : graph.edges.idOf(dependency),
    })),
    completeness: found.completeness,
  };
};

const aboutTheWholeLandscape: Answers = (graph, facts) => {
  const task = summaryTask(graph);
  const { capabilities, perHour, undermined, underminedOmitted } = summariseAgain(task, null).summary;
  const idOf = (node: number): string => graph.components.idOf(node);
  const [exposures, dependents] = [leastExposures(graph), sureDependents(graph)];
  return {
    capabilities: Object.fromEntries(
      capabilities.map(({ id, singlePoints, ...rest }) => [
        id,
        { ...rest, singlePoints: singlePoints.map((position) => idOf(task.part.nodes[position]!)).sort() },
      ]),
    ),
    perHour: Object.fromEntries([...perHour].map(([position, cost]) => [idOf(task.part.nodes[position]!), cost])),
    undermined: undermined.map(({ owner, group, sharedCauses, ...rest }) => ({
      ...rest,
      group: `${idOf(owner)} ${graph.edges.groups.nameOf(group)}`,
      causes: sharedCauses.map(({ takes, ...cause }) => [causeIn(graph, cause), takes]),
    })),
    underminedOmitted,
    widest: finish(seeminglyWidest(graph, 10)),
    each: facts.components.map(({ id }) => [exposures[graph.components.find(id)], dependents[graph.components.find(id)]]),
  };
};

describe('after any edits, a graph says the same as one that was built', { timeout: 60_000 }, () => {
  const small = fc.oneof(landscapes, redundantLandscapes);
  const any = fc.oneof({ weight: 9, arbitrary: small }, { weight: 1, arbitrary: wideLandscapes });
  test.each<[string, Answers, fc.Arbitrary<LandscapeFacts>]>([
    ['of the paths and columns of a blast radius', aboutPaths, any],
    ['of several failures together', aboutScenarios, any],
    ['of reported health', aboutHealth, any],
    // In large ones the search may stop early, and where it stops depends on the graph's rows.
    ['of the weak points of an entity', aboutWeakPoints, small],
    ['of the whole landscape', aboutTheWholeLandscape, any],
  ])('%s', (_, answersOf, history) => {
    fc.assert(
      fc.property(fc.array(history, { minLength: 2, maxLength: 4 }), fc.array(picks, { minLength: 2, maxLength: 2 }), (steps, asked) => {
        const edited = finish(new LandscapeGraphBuilder().addAll(steps[0]!).seal(1));
        steps.slice(1).forEach((facts, at) => {
          const version = at + 2;
          applyEdits(edited, editsBetween(steps[at]!, facts, version));
          const built = finish(new LandscapeGraphBuilder().addAll(facts).seal(version));
          for (const each of asked) expect(answersOf(edited, facts, each)).toEqual(answersOf(built, facts, each));
        });
      }),
      randomRuns(60),
    );
  });
});
