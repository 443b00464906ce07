/**
 * The look of a dependency in every picture: the line shows its mode, the arrow head how failure spreads; colour is never the only sign.
 */
import type { DependencyMode } from '@/domain/vocabulary';
import type { DependencyFacts } from '@/client/labels/dependencyLabels';

/** Dash patterns in pixels, for canvas and legend; an empty one is a solid line. */
export const MODE_DASHES: Readonly<Record<DependencyMode, readonly number[] | null>> = {
  Hard: null,
  Degraded: [9, 4],
  Soft: [4, 4],
  Async: [1.5, 4],
};

export function edgeClasses({ mode, required, propagates }: Pick<DependencyFacts, 'mode' | 'required' | 'propagates'>): string[] {
  return [`mode-${mode}`, ...(required ? [] : ['optional']), ...(propagates ? [] : ['blocked'])];
}
