/** The rows of a scenario's answer that are about components and groups, in the order of every answer. */
import { nearerEdge } from './analysis';
import { orderKey, rankIn, sortKeysUpwards } from '@/domain/graph/arrays/answerOrder';
import { rowsIn, stateOf } from './blastRadius';
import { NEIGHBOUR_MASK, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { GroupCount } from '@/domain/graph/spread/groupCounts';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { WithheldEdges } from '@/domain/graph/spread/redundancy';
import type { GaveWay, JointEffect, ScenarioComponent } from './scenarioAnswer';
import { namedOf, type Named } from '@/domain/named';
import { byCodeUnit } from '@/plain/order';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/** A sort key has room for this many hops; anything further must be compared separately. */
const DEEPEST_KEY = 63;

/** Nodes in the traversal by depth, then worst severity, then technicalName. */
export function* nodesInOrder(graph: LandscapeGraph, nodes: Int32Array): Steps<Int32Array> {
  const { traversal } = graph;
  const { severities, portion } = traversal;
  const { ranks, order } = graph.components.nameOrder;
  let deepest = 0;
  // Plain loops, because the engine's own `from` is ten times slower.
  const keys = new Uint32Array(nodes.length);
  yield* inStretches(keys.length, 4 * portion, (from, end) => {
    for (let i = from; i < end; i++) {
      const node = nodes[i]!;
      const depth = traversal.depthOf(node);
      deepest = Math.max(deepest, depth);
      keys[i] = orderKey(depth, severities[node]!, ranks[node]!);
    }
  });
  yield* sortKeysUpwards(keys, new Uint32Array(keys.length));
  const sorted = new Int32Array(keys.length);
  yield* inStretches(keys.length, 4 * portion, (from, end) => {
    for (let i = from; i < end; i++) sorted[i] = order[rankIn(keys[i]!)]!;
  });
  if (deepest <= DEEPEST_KEY) return sorted;
  return sorted.sort((a, b) => traversal.depthOf(a) - traversal.depthOf(b) || severities[b]! - severities[a]! || ranks[a]! - ranks[b]!);
}

/** The same order for existing rows. */
export function inAnswerOrder<Row extends { depth: number; technicalName: string; expectedState: string }>(rows: Row[]): Row[] {
  const isDeep = rows.some(({ depth }) => depth > DEEPEST_KEY);
  // The sort is stable, so rows of equal depth keep their order.
  return isDeep ? rows.sort((left, right) => left.depth - right.depth) : rows;
}

/** One row per node, in the order of the nodes, which the traversal must have reached; `effectOf` adds further fields. */
export function* componentRows(
  graph: LandscapeGraph,
  nodes: Int32Array,
  withheld: WithheldEdges,
  effectOf: (node: number) => JointEffect,
): Steps<ScenarioComponent[]> {
  const { traversal, components, edges } = graph;
  const { ranks } = components.nameOrder;
  const rowsBack = edges.dependencies;
  const rowOf = (node: number): ScenarioComponent => {
    const { id, technicalName, name, kind, applicationId, isExternal } = components.viewOf(node);
    const depth = traversal.depthOf(node);
    const offset = depth === 0 ? -1 : nearerEdge(graph, { rowsBack, filter: UNFILTERED, withheld }, ranks, node);
    const via =
      offset === -1
        ? null
        : {
            dependencyId: edges.idOf(rowsBack.companions[offset]!),
            componentId: components.idOf(rowsBack.values[offset]! & NEIGHBOUR_MASK),
          };
    const expectedState = stateOf(traversal.severities[node]!);
    return { id, technicalName, name, kind, applicationId, isExternal, depth, expectedState, via, ...effectOf(node) };
  };
  const rows: ScenarioComponent[] = [];
  yield* inStretches(nodes.length, rowsIn(traversal.portion), (from, end) => {
    for (const node of nodes.subarray(from, end)) rows.push(rowOf(node));
  });
  return rows;
}

/** By the technicalName of the source, then the name of the group. */
export function gaveWayRows(graph: LandscapeGraph, gaveWay: readonly GroupCount[]): GaveWay[] {
  const { groups } = graph.edges;
  const named = (node: number): Named => namedOf(graph.componentView(node));
  return gaveWay
    .map(({ group, owner, targets, lost }) => ({
      source: named(owner),
      redundancyGroup: groups.nameOf(group),
      redundancyMinimum: groups.minimumOf(group),
      targets,
      working: targets - lost.length,
      lost: lost.map(named).sort((left, right) => byCodeUnit(left.technicalName, right.technicalName)),
    }))
    .sort(
      (left, right) =>
        byCodeUnit(left.source.technicalName, right.source.technicalName) || byCodeUnit(left.redundancyGroup, right.redundancyGroup),
    );
}
