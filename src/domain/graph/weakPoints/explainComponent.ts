/** Why a component is in a blast radius, and what would have saved it: several ways, the groups that gave way on them, and a smallest cut. */
import { analyse, type Analysis, type ImpactQuestion } from '@/domain/graph/analysis';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { groupPassesOn, settleWithinReach } from '@/domain/graph/propagation';
import type { GaveWay } from '@/domain/graph/scenarioAnswer';
import { gaveWayRows } from '@/domain/graph/scenarioRows';
import { severalPaths, type SeveralPaths } from '@/domain/graph/severalPaths';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { entityTops } from './entityPart';
import { smallestCut, type SmallestCut } from './smallestCut';

export interface ComponentExplanation extends SeveralPaths, SmallestCut {
  gaveWay: GaveWay[];
}

const MOST_WAYS = 5;
const WARNING = 1;

/**
 * Up to five ways, as `severalPaths` has them. The cut leaves the component Healthy; upstream, where the question is what the failure of the
 * component does to the start entity, it leaves that Healthy. `mayGoOn` is asked again and again while a cut is looked for. Null when there is
 * no such entity or component, or when it is not reached.
 */
export function explainComponent(
  graph: LandscapeGraph,
  question: ImpactQuestion,
  componentId: string,
  mayGoOn: () => boolean,
): ComponentExplanation | null {
  const several = severalPaths(graph, question, componentId, MOST_WAYS);
  const component = graph.findEntity('component', componentId);
  if (several === null || component === null) return null;
  const tops = question.direction === 'downstream' ? [component.index] : topsOf(graph, question);
  const analysis = analyse(graph, question)!;
  const failing = settleOnce(graph, analysis, question, component.index);
  const gaveWay = groupsThatGaveWay(graph, several);
  return { ...several, gaveWay, ...smallestCut(graph, analysis.filter, failing, tops, mayGoOn) };
}

function topsOf(graph: LandscapeGraph, { entityType, entityId }: ImpactQuestion): number[] {
  return entityTops(graph, graph.findEntity(entityType, entityId)!).tops;
}

/** Leaves in the traversal what each component suffers, and answers what fails by itself. Upstream that is the component alone. */
function settleOnce(graph: LandscapeGraph, analysis: Analysis, { direction }: ImpactQuestion, component: number): Map<number, number> {
  const { traversal, edges } = graph;
  const { queue, originCount, count, severities } = traversal;
  const severity = HEALTH_STATES.indexOf(analysis.state);
  if (direction === 'downstream') return originStarts(graph, analysis, queue.slice(0, originCount));
  for (let position = 0; position < count; position++) severities[queue[position]!] = 0;
  severities[component] = severity;
  settleWithinReach(traversal, edges, analysis.filter);
  return new Map([[component, severity]]);
}

/** What the origins start with: in a zone's failure those in other zones too are only degraded. Others of them may have worsened them since. */
function originStarts({ links }: LandscapeGraph, { entity, state }: Analysis, origins: Int32Array): Map<number, number> {
  const severity = HEALTH_STATES.indexOf(state);
  const failing =
    entity.kind === 'hosting-zone'
      ? new Set([entity.index])
      : entity.kind === 'hosting-area'
        ? new Set(links.zoneAreas.holders.row(entity.index))
        : null;
  const startOf = (node: number): number =>
    failing === null || links.componentZones.named.row(node).every((zone) => failing.has(zone)) ? severity : Math.min(severity, 2);
  return new Map(Array.from(origins, (node) => [node, startOf(node)]));
}

/** The groups of the dependencies on the ways that pass something on, by now. */
function groupsThatGaveWay(graph: LandscapeGraph, { paths }: SeveralPaths): GaveWay[] {
  const { edges, traversal } = graph;
  const groups = new Set(paths.flat().map(({ dependencyId }) => edges.groups.of(edges.find(dependencyId))));
  groups.delete(-1);
  const giving = [...groups].filter((group) => groupPassesOn(edges, traversal, group, WARNING));
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
