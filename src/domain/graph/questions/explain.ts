/** Why a component is in a blast radius: the steps of one shortest path from the origin to it. */
import { analyse, nearerEdge } from './analysis';
import type { ImpactQuestion } from './analysis';
import { stateOf } from './blastRadius';
import { NEIGHBOUR_MASK } from '@/domain/graph/arrays/edgeAttributes';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { DependencyView, Landscape } from '@/domain/graph/landscape/views';
import type { HealthState } from '@/domain/vocabulary';
import type { Steps } from '@/plain/steps';

type Told = 'sourceComponentId' | 'targetComponentId' | 'dependencyType' | 'mode' | 'required';

export interface PathStep extends Pick<DependencyView, Told> {
  dependencyId: string;
  /** The expected state of the component that this step leads to, as the blast radius has it. */
  expectedState: HealthState;
}

/** The step along the dependency in a slot, to a component in this state. */
export function pathStep(landscape: Landscape, slot: number, expectedState: HealthState): PathStep {
  const { id, sourceComponentId, targetComponentId, dependencyType, mode, required } = landscape.dependencyView(slot);
  return { dependencyId: id, sourceComponentId, targetComponentId, dependencyType, mode, required, expectedState };
}

/**
 * The path given by the `via` fields of a blast radius, origin first. Empty for a component of the origin; null if there is no such entity
 * or component, or the component is not reached.
 */
export function* explainPath(landscape: Landscape, question: ImpactQuestion, componentId: string): Steps<PathStep[] | null> {
  const graph = graphOf(landscape);
  const component = graph.findEntity('component', componentId);
  const analysis = yield* analyse(graph, question);
  const { traversal } = graph;
  if (component === null || analysis === null || !traversal.has(component.index)) return null;
  const { ranks } = graph.components.nameOrder;
  const steps: PathStep[] = [];
  for (let node = component.index; traversal.depthOf(node) > 0;) {
    const offset = nearerEdge(graph, analysis, ranks, node);
    steps.push(pathStep(graph, analysis.rowsBack.companions[offset]!, stateOf(traversal.severities[node]!)));
    node = analysis.rowsBack.values[offset]! & NEIGHBOUR_MASK;
  }
  return steps.reverse();
}
