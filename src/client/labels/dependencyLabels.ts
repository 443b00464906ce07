/** What a dependency means, in sentences. */
import { passedOn as passedOnBy } from '@/domain/graph/questions/passedOn';
import type { DependencyMode, DependencyType, HealthState } from '@/domain/vocabulary';
import { predicateOf, verbOf } from './labels';

export interface DependencyFacts {
  dependencyType: DependencyType;
  mode: DependencyMode;
  required: boolean;
  propagates: boolean;
}

/** The state that a dependency alone passes on when its target is in `state`, from the engine's own table. */
export function passedOn({ mode, required, propagates }: DependencyFacts, state: HealthState): HealthState {
  return propagates ? passedOnBy(mode, required, state) : 'Healthy';
}

/** `Checkout calls Payment.` */
export function dependencySentence(source: string, type: DependencyType, target: string): string {
  return `${source} ${verbOf(type)} ${target}.`;
}

/** `Hard, required` */
export function modeLabel({ mode, required, propagates }: Pick<DependencyFacts, 'mode' | 'required' | 'propagates'>): string {
  return `${mode}, ${required ? 'required' : 'optional'}${propagates ? '' : ', does not propagate'}`;
}

/** What happens at the source when the target is down. */
export function effectSentence(source: string, target: string, look: DependencyFacts, redundancyGroup: string | null): string {
  if (!look.propagates) return `A failure of ${target} does not spread to ${source}.`;
  const outcome = `If ${target} is down, ${source} ${predicateOf(passedOn(look, 'Outage'))}`;
  return redundancyGroup === null
    ? `${outcome}.`
    : `${outcome}, unless enough other targets of the redundancy group “${redundancyGroup}” work.`;
}
