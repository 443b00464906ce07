/** A health state with its own shape, colour and label: never colour alone. */
import type { HealthState } from '@/domain/vocabulary';
import classes from './StateMark.module.css';
import { STATE_PATHS } from './statePaths';

export function StateShape({ state, size = 13 }: { state: HealthState; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: 'none' }}>
      <path d={STATE_PATHS[state]} fill={`var(--state-${state})`} />
    </svg>
  );
}

/** Plain elements, because a list may hold hundreds of them. */
export function StateMark({ state }: { state: HealthState }) {
  return (
    <span className={classes.mark}>
      <StateShape state={state} />
      <span className={classes.word} style={{ color: `var(--state-${state})` }}>
        {state}
      </span>
    </span>
  );
}
