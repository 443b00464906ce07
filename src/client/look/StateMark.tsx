/** A health state as a shape of its own in a colour of its own, with its name: never by colour alone. */
import { Group, Text } from '@mantine/core';
import type { HealthState } from '@/domain/vocabulary';
import { STATE_PATHS } from './statePaths';

export function StateShape({ state, size = 13 }: { state: HealthState; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: 'none' }}>
      <path d={STATE_PATHS[state]} fill={`var(--state-${state})`} />
    </svg>
  );
}

export function StateMark({ state }: { state: HealthState }) {
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex" style={{ verticalAlign: 'middle' }}>
      <StateShape state={state} />
      <Text component="span" size="xs" fw={600} c={`var(--state-${state})`}>
        {state}
      </Text>
    </Group>
  );
}
