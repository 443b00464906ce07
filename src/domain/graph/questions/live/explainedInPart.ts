/** Which causes other causes explain in part: what those alone would do to it is milder than what it reports, or it would be no cause. */
import { ATTRIBUTE_SHIFT, NEIGHBOUR_MASK, UNFILTERED, isGrouped } from '@/domain/graph/arrays/edgeAttributes';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { settleAllThatSuffer } from '@/domain/graph/spread/propagation';
import { givesWay } from '@/domain/graph/spread/redundancy';
import { contributionsOf } from './contributions';
import type { Contributions } from './contributions';
import type { LiveImpact } from './liveImpact';
import type { Steps } from '@/plain/steps';

export interface PartialExplanation {
  /** What the cause would be if only the other causes were unhealthy. */
  severity: number;
  /** The ranks of the causes that contribute to this, ascending. */
  by: Int32Array;
}

/**
 * By the rank of each cause: how others explain it in part; null for a cause that would be Healthy. Mostly this follows from the states of
 * its dependencies as they are. Only for a cause that affects its own dependencies is everything worked out again without it.
 */
export function* explainedInPart(impact: LiveImpact): Steps<(PartialExplanation | null)[]> {
  const { contributions, nodes, severities, unhealthy } = impact;
  const graph = graphOf(impact.graph);
  const { traversal, components } = graph;
  traversal.begin(components.capacity);
  for (let i = 0; i < nodes.length; i++) traversal.addOrigin(nodes[i]!, severities[i]!);
  const reported = new Map<number, number>();
  unhealthy.nodes.forEach((node, i) => reported.set(node, unhealthy.severities[i]!));
  const affectsItself: number[] = [];
  const found = Array.from(contributions.causes, (node, rank) => {
    const parts = passedOnTo(graph, contributions, node);
    if (parts === null || (parts.severity < reported.get(node)! && !parts.by.includes(rank))) return parts;
    affectsItself.push(rank);
    return null;
  });
  for (const rank of affectsItself) {
    yield;
    found[rank] = yield* withoutIt(graph, contributions, rank, reported);
  }
  return found;
}

/** What the dependencies of a node pass on to it in the states of the traversal, and the causes behind this. */
function passedOnTo(graph: LandscapeGraph, { sets, setByNode }: Contributions, node: number): PartialExplanation | null {
  const { traversal, edges } = graph;
  const { values, companions, starts } = edges.dependencies;
  const start = starts[node] ?? 0;
  const end = start + edges.dependencies.rowLength(node);
  for (let level = 3; level >= 1; level--) {
    let set = 0;
    for (let at = start; at < end; at++) {
      const edge = values[at]!;
      const target = edge & NEIGHBOUR_MASK;
      const passed = UNFILTERED.passes[((edge >>> ATTRIBUTE_SHIFT) << 2) | traversal.severityOf(target)]!;
      if (passed < level || (isGrouped(edge) && !givesWay(edges, traversal, edges.groups.of(companions[at]!), level))) continue;
      set = sets.union(set, setByNode[target]!);
    }
    if (set !== 0) return { severity: level, by: sets.sets[set]! };
  }
  return null;
}

/** The same by a new pass in which only the other causes are unhealthy. */
function* withoutIt(
  graph: LandscapeGraph,
  { causes }: Contributions,
  rank: number,
  reported: ReadonlyMap<number, number>,
): Steps<PartialExplanation | null> {
  const { traversal, components, edges } = graph;
  const node = causes[rank]!;
  const others = Array.from(causes).filter((cause) => cause !== node);
  traversal.begin(components.capacity);
  for (const cause of others) traversal.addOrigin(cause, reported.get(cause)!);
  yield* settleAllThatSuffer(traversal, edges);
  const severity = traversal.severityOf(node);
  if (severity === 0) return null;
  const { sets, setByNode } = contributionsOf(graph, others);
  // The ranks are those without this cause; the ranks behind it are one higher among all.
  return { severity, by: sets.sets[setByNode[node]!]!.map((other) => (other < rank ? other : other + 1)) };
}
