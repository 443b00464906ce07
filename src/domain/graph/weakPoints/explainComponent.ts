/**
 * Explains why a component is in a blast radius and what would have prevented it: several paths, the groups that gave way on them, and a
 * smallest cut.
 */
import { analyse, type Analysis, type ImpactQuestion } from '@/domain/graph/questions/analysis';
import { alsoCounted } from '@/domain/graph/spread/inService';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { settleWithinReach } from '@/domain/graph/spread/propagation';
import { givesWay } from '@/domain/graph/spread/redundancy';
import type { GaveWay } from '@/domain/graph/questions/scenarioAnswer';
import { singleStarts } from '@/domain/graph/questions/jointStates';
import { gaveWayRows } from '@/domain/graph/questions/scenarioRows';
import { severalPaths, type SeveralPaths } from '@/domain/graph/questions/severalPaths';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { entityTops } from './entityPart';
import { smallestCut, type SmallestCut } from './smallestCut';
import { finish } from '@/plain/steps';

export interface ComponentExplanation extends SeveralPaths, SmallestCut {
  gaveWay: GaveWay[];
}

const MOST_WAYS = 5;
const WARNING = 1;

/**
 * Returns up to five paths, as `severalPaths` does. The cut keeps the component Healthy; upstream, where the question is what a failure of
 * the component does to the start entity, it keeps that entity Healthy. `mayGoOn` is called repeatedly while searching for a cut. Null if
 * the entity or component does not exist, or is not reached.
 */
export function explainComponent(
  landscape: Landscape,
  question: ImpactQuestion,
  componentId: string,
  mayGoOn: () => boolean,
): ComponentExplanation | null {
  const graph = graphOf(landscape);
  const several = finish(severalPaths(graph, question, componentId, MOST_WAYS));
  const component = graph.findEntity('component', componentId);
  if (several === null || component === null) return null;
  const tops = question.direction === 'downstream' ? [component.index] : topsOf(graph, question);
  const analysis = finish(analyse(graph, question))!;
  const failing = settleOnce(graph, analysis, question, component.index);
  const gaveWay = groupsThatGaveWay(graph, several);
  return { ...several, gaveWay, ...smallestCut(graph, analysis.filter, failing, tops, mayGoOn) };
}

function topsOf(graph: LandscapeGraph, { entityType, entityId, includeNotInService }: ImpactQuestion): number[] {
  const entity = graph.findEntity(entityType, entityId)!;
  return entityTops(graph, entity, alsoCounted([entity], includeNotInService)).tops;
}

/**
 * Leaves in the traversal how severely each component is affected, and returns what fails by itself. Upstream, that is only the component.
 */
function settleOnce(graph: LandscapeGraph, analysis: Analysis, { direction }: ImpactQuestion, component: number): Map<number, number> {
  const { traversal, edges } = graph;
  const { queue, count, severities } = traversal;
  const severity = HEALTH_STATES.indexOf(analysis.state);
  // Other origins may have made some of them worse since.
  if (direction === 'downstream') return singleStarts(graph, [{ ...analysis, severity }]);
  for (let position = 0; position < count; position++) severities[queue[position]!] = 0;
  severities[component] = severity;
  finish(settleWithinReach(traversal, edges, analysis.filter));
  return new Map([[component, severity]]);
}

/** The groups of those dependencies on the paths that pass on a failure. */
function groupsThatGaveWay(graph: LandscapeGraph, { paths }: SeveralPaths): GaveWay[] {
  const { edges, traversal } = graph;
  const groups = new Set(paths.flat().map(({ dependencyId }) => edges.groups.of(edges.find(dependencyId))));
  groups.delete(-1);
  const giving = [...groups].filter((group) => givesWay(edges, traversal, group, WARNING));
  return gaveWayRows(
    graph,
    giving.map((group) => {
      const slots = Array.from(edges.groups.members.row(group)).filter((slot) => edges.attributeOf(slot).propagates);
      const targets = [...new Set(slots.map((slot) => edges.causes[slot]!))];
      return {
        group,
        owner: edges.affected[slots[0]!]!,
        targets: targets.length,
        lost: targets.filter((node) => traversal.severityOf(node) > 0),
      };
    }),
  );
}
