/** Which dependencies pass a failure on right now. */
import { PASSED_ON } from '@/domain/graph/arrays/edgeAttributes';
import type { DependencyView, Landscape } from '@/domain/graph/landscape/views';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';

/** By the id of a component: its state; Healthy for one that is not there. */
export type StateOf = (component: string) => HealthState;

/**
 * Whether a failure of the target of this dependency reaches its source now. A member of a redundancy group passes nothing on as long as enough
 * others work.
 */
export function isFailing(graph: Landscape, stateOf: StateOf, slot: number): boolean {
  const own = graph.dependencyView(slot);
  if (stateOf(own.sourceComponentId) === 'Healthy' || passedOn(own, stateOf) === 0) return false;
  if (own.redundancyGroup === null) return true;
  const members = graph
    .dependenciesOf(graph.edges.sourceOf(slot))
    .filter(({ redundancyGroup }) => redundancyGroup === own.redundancyGroup)
    .map((member) => passedOn(member, stateOf))
    .sort((a, b) => a - b);
  return (members[own.redundancyMinimum - 1] ?? members.at(-1) ?? 0) > 0;
}

/** The severity that reaches the source, from 0 for Healthy. */
function passedOn({ targetComponentId, mode, required, propagates }: DependencyView, stateOf: StateOf): number {
  const severity = HEALTH_STATES.indexOf(stateOf(targetComponentId));
  return propagates ? (PASSED_ON[mode][required ? 'required' : 'optional'][severity] ?? 0) : 0;
}
