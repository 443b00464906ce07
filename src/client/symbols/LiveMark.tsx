/** Live health with its label: a state, not reported, or maintenance, which is never green. */
import { Group, Text } from '@mantine/core';
import type { HealthState } from '@/domain/vocabulary';
import { StateMark } from './StateMark';
import { MAINTENANCE_PATH } from './statePaths';

export function MaintenanceMark({ word = 'Maintenance' }: { word?: string }) {
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      <svg
        width={13}
        height={13}
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="var(--maintenance)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={MAINTENANCE_PATH} />
      </svg>
      <Text component="span" size="xs" fw={600} c="var(--maintenance)">
        {word}
      </Text>
    </Group>
  );
}

export function LiveMark({ health, isUnderMaintenance }: { health: HealthState | 'Unreported'; isUnderMaintenance: boolean }) {
  if (isUnderMaintenance)
    return (
      <Group gap={8} wrap="nowrap" display="inline-flex">
        <MaintenanceMark />
        {health !== 'Healthy' && health !== 'Unreported' && <StateMark state={health} />}
      </Group>
    );
  if (health !== 'Unreported') return <StateMark state={health} />;
  return (
    <Text component="span" size="xs" c="dimmed">
      Not reported
    </Text>
  );
}
