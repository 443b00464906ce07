/** How a cause's failure reached an impacted component: the steps of one shortest path over what is impacted. */
import { NEIGHBOUR_MASK, TYPE_ORDER } from '@/domain/graph/arrays/edgeAttributes';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import { stateOf } from '@/domain/graph/questions/blastRadius';
import { pathStep, type PathStep } from '@/domain/graph/questions/explain';
import type { LiveImpact } from './liveImpact';
import { whatSuffers } from './suffering';

export interface LivePath {
  causeId: string;
  /** Starts at the cause; empty for a cause itself. Each step has the effective state of the component that it leads to. */
  steps: PathStep[];
}

/**
 * Of several shortest paths, takes the one whose technicalNames come first, from the component back. Null if the component is not impacted,
 * or no cause contributes to it.
 */
export function livePath(impact: LiveImpact, component: number): LivePath | null {
  const { rootCauses } = impact;
  const graph = graphOf(impact.graph);
  const { severityOf, passes, depthsFrom } = whatSuffers(impact);
  const depths = depthsFrom(rootCauses);
  if (!depths.has(component)) return null;
  const { ranks } = graph.components.nameOrder;
  const { dependencies } = graph.edges;
  const steps: PathStep[] = [];
  let at = component;
  for (let depth = depths.get(component)!; depth > 0; depth--) {
    const start = dependencies.starts[at]!;
    let [best, bestKey] = [-1, Infinity];
    for (let place = start; place < start + dependencies.rowLength(at); place++) {
      const edge = dependencies.values[place]!;
      const node = edge & NEIGHBOUR_MASK;
      const key = ranks[node]! * 16 + TYPE_ORDER[edge >>> 24]!;
      if (depths.get(node) === depth - 1 && passes(edge, node) && key < bestKey) [best, bestKey] = [place, key];
    }
    steps.push(pathStep(graph, dependencies.companions[best]!, stateOf(severityOf.get(at) ?? 0)));
    at = dependencies.values[best]! & NEIGHBOUR_MASK;
  }
  return { causeId: graph.components.idOf(at), steps: steps.reverse() };
}
