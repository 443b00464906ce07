/** Why a component is in a blast radius: the steps of one shortest path from the origin to it. */
import { analyse, nearerEdge } from './analysis';
import type { ImpactQuestion } from './analysis';
import { stateOf } from './blastRadius';
import { NEIGHBOUR_MASK } from '@/domain/graph/arrays/edgeAttributes';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { DependencyMode, DependencyType, HealthState } from '@/domain/vocabulary';
import type { Steps } from '@/plain/steps';

export interface PathStep {
  dependencyId: string;
  sourceComponentId: string;
  targetComponentId: string;
  dependencyType: DependencyType;
  mode: DependencyMode;
  required: boolean;
  /** The expected state of the component that this step leads to, as the blast radius has it. */
  expectedState: HealthState;
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
    const { id, sourceComponentId, targetComponentId, dependencyType, mode, required } = graph.dependencyView(
      analysis.rowsBack.companions[offset]!,
    );
    const expectedState = stateOf(traversal.severities[node]!);
    steps.push({ dependencyId: id, sourceComponentId, targetComponentId, dependencyType, mode, required, expectedState });
    node = analysis.rowsBack.values[offset]! & NEIGHBOUR_MASK;
  }
  return steps.reverse();
}
