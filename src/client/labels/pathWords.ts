/** A path of failure told step by step. */
import { predicateOf, verbOf } from '@/client/labels/labels';
import type { ImpactPathStep } from '@/contract/impactPath';
import type { Direction } from '@/domain/vocabulary';

export interface PathLine {
  id: string;
  /** The component that the step leads to. */
  componentId: string;
  text: string;
}

/** One sentence a step, from the start outwards. Upstream, a step leads to what is depended on. */
export function pathLines(steps: readonly ImpactPathStep[], direction: Direction): PathLine[] {
  return steps.map(({ dependencyId, source, target, dependencyType, mode, required, expectedState }) => {
    const manner = `${mode}, ${required ? 'required' : 'optional'}`;
    if (direction === 'upstream')
      return { id: dependencyId, componentId: target.id, text: `${source.name} ${verbOf(dependencyType)} ${target.name} (${manner}).` };
    return {
      id: dependencyId,
      componentId: source.id,
      text: `${source.name} ${verbOf(dependencyType)} ${target.name} (${manner}), so it ${predicateOf(expectedState)}.`,
    };
  });
}
