/** The colours of a state, for what is styled in them. */
import type { CSSProperties } from 'react';
import { FAILURE_STATES, type HealthState } from '@/domain/vocabulary';
import type { Verdict } from './verdict';

/** As `--own`. */
export function ownColour(state: HealthState): CSSProperties {
  return { '--own': `var(--state-${state})` } as CSSProperties;
}

/** The tint of a verdict that something is wrong; undefined for any other. */
export function verdictTint(mark: Verdict['mark']): CSSProperties | undefined {
  return FAILURE_STATES.some((state) => state === mark) ? { background: `var(--state-${mark}-soft)` } : undefined;
}
