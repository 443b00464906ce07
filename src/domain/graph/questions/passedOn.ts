/** How much of a failure a dependency passes on by itself. */
import { PASSED_ON } from '@/domain/graph/arrays/edgeAttributes';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { DependencyMode, HealthState } from '@/domain/vocabulary';

/** What a dependency that propagates makes of its source, alone, if its target is in this state. */
export function passedOn(mode: DependencyMode, isRequired: boolean, state: HealthState): HealthState {
  const severity = PASSED_ON[mode][isRequired ? 'required' : 'optional'][HEALTH_STATES.indexOf(state)];
  return HEALTH_STATES[severity ?? 0] ?? 'Healthy';
}
