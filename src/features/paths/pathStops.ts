/** A path as stops: each component with its state, and how the failure comes to it. */
import { passiveOf } from '@/client/labels/labels';
import type { ImpactPaths } from '@/contract/impactPath';
import { passedOn } from '@/domain/graph/questions/passedOn';
import { HEALTH_STATES, type ComponentKind, type DependencyMode, type HealthState } from '@/domain/vocabulary';

export type FoundPath = ImpactPaths['paths'][number];

export interface PathStop {
  id: string;
  name: string;
  kind: ComponentKind;
  /** Along all paths together. */
  state: HealthState;
  /** The dependency on the stop before; null at the start. */
  by: { id: string; mode: DependencyMode; words: string; passes: boolean; outcome: string } | null;
}

/** None for a path without steps. */
export function stopsOf({ steps, states }: FoundPath): PathStop[] {
  const [first] = steps;
  if (first === undefined) return [];
  const stops: PathStop[] = [{ ...first.target, state: states[0]!, by: null }];
  steps.forEach(({ dependencyId, source, dependencyType, mode, required }, at) => {
    const state = states[at + 1]!;
    const outcome = outcomeOf(states[at]!, passedOn(mode, required, states[at]!), state);
    const words = `${passiveOf(dependencyType)} · ${mode}, ${required ? 'required' : 'optional'}`;
    stops.push({ ...source, state, by: { id: dependencyId, mode, words, passes: PASSING.includes(outcome), outcome } });
  });
  return stops;
}

const ON = 'passes it on';
const MILDER = 'passes it on, milder';
const PASSING: readonly string[] = [ON, MILDER];

/** `alone` is what the dependency makes of `before` by itself; if the component is better off than that, its redundancy helps. */
function outcomeOf(before: HealthState, alone: HealthState, state: HealthState): string {
  const severity = (one: HealthState): number => HEALTH_STATES.indexOf(one);
  if (before === 'Healthy') return 'has nothing to pass on';
  if (alone === 'Healthy') return 'stops it';
  if (state === 'Healthy') return 'redundancy stops it';
  return Math.min(severity(alone), severity(state)) < severity(before) ? MILDER : ON;
}
