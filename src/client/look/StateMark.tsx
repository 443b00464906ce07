/** A health state as a shape of its own in a colour of its own, with its name: never by colour alone. */
import { Group, Text } from '@mantine/core';
import type { HealthState } from '@/domain/vocabulary';

const SHAPES: Readonly<Record<HealthState, string>> = {
  Outage: 'M8 2h8l6 6v8l-6 6h-8l-6-6v-8z',
  Degraded: 'M12 1.5L22.5 12L12 22.5L1.5 12z',
  Warning: 'M12 2.5L23 21.5H1z',
  Healthy: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z',
};

export function StateShape({ state, size = 13 }: { state: HealthState; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: 'none' }}>
      <path d={SHAPES[state]} fill={`var(--state-${state})`} />
    </svg>
  );
}

export function StateMark({ state }: { state: HealthState }) {
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <StateShape state={state} />
      <Text component="span" size="xs" fw={600} c={`var(--state-${state})`}>
        {state}
      </Text>
    </Group>
  );
}
