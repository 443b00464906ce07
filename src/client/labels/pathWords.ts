/** Describes a path of failure step by step. */
import { predicateOf, verbOf } from './labels';
import type { ImpactPathStep } from '@/contract/impactPath';
import { passedOn } from '@/domain/graph/questions/passedOn';
import { HEALTH_STATES, type Direction, type HealthState } from '@/domain/vocabulary';

export interface PathLine {
  id: string;
  /** The component that the step leads to. */
  componentId: string;
  text: string;
}

/**
 * One sentence per step, from the start outwards. Upstream, a step leads to what is depended on. `startState` is the state of the start. If
 * a step alone would do less than the state its component falls to, the sentence does not name the step as the reason.
 */
export function pathLines(steps: readonly ImpactPathStep[], direction: Direction, startState: HealthState = 'Outage'): PathLine[] {
  return steps.map((step, index) => {
    const { dependencyId, source, target, dependencyType, mode, required, expectedState } = step;
    const words = `${source.name} ${verbOf(dependencyType)} ${target.name} (${mode}, ${required ? 'required' : 'optional'})`;
    if (direction === 'upstream') return { id: dependencyId, componentId: target.id, text: `${words}.` };
    const alone = passedOn(mode, required, steps[index - 1]?.expectedState ?? startState);
    const isReason = HEALTH_STATES.indexOf(alone) >= HEALTH_STATES.indexOf(expectedState);
    const outcome = `it ${predicateOf(expectedState)}`;
    return {
      id: dependencyId,
      componentId: source.id,
      text: isReason ? `${words}, so ${outcome}.` : `${words}. Because of what else fails, ${outcome}.`,
    };
  });
}
