/** How strong a dependency is. A line that stands for several dependencies looks like the strongest. */
import type { LineLook } from '@/contract/picture';
import { ATTRIBUTES } from '@/domain/graph/landscape/views';
import { DEPENDENCY_MODES, DEPENDENCY_TYPES, type DependencyMode } from '@/domain/vocabulary';

/** 0 for the mode that passes on most. */
function weaknessOfMode(mode: DependencyMode): number {
  return { Hard: 0, Degraded: 1, Soft: 2, Async: 3 }[mode];
}

/** Hard and required first, then the rest by mode; dependencies that pass nothing on come last. */
function weakness({ mode, required, propagates }: LineLook): number {
  if (!propagates) return DEPENDENCY_MODES.length + 1;
  return mode === 'Hard' && required ? 0 : 1 + weaknessOfMode(mode);
}

function compare(a: LineLook, b: LineLook): number {
  return (
    weakness(a) - weakness(b) ||
    weaknessOfMode(a.mode) - weaknessOfMode(b.mode) ||
    Number(b.required) - Number(a.required) ||
    DEPENDENCY_TYPES.indexOf(a.dependencyType) - DEPENDENCY_TYPES.indexOf(b.dependencyType)
  );
}

const IN_ORDER = [...ATTRIBUTES].sort(compare).filter((one, index, all) => index === 0 || compare(all[index - 1]!, one) !== 0);

/** The strongest first. */
export const LOOKS: readonly LineLook[] = IN_ORDER.map(({ dependencyType, mode, required, propagates }) => ({
  dependencyType,
  mode,
  required,
  propagates,
}));
/** By attribute byte: the index in LOOKS. */
export const LOOK_OF: Uint8Array = Uint8Array.from(ATTRIBUTES, (one) => IN_ORDER.findIndex((other) => compare(one, other) === 0));
/**
 * By index in LOOKS: 0 for Hard and required, then one number per mode. Lines with the same weakness are ranked by their number of
 * dependencies.
 */
export const WEAKNESS: Uint8Array = Uint8Array.from(IN_ORDER, weakness);
