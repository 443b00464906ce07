/** A component's current effective state, whatever the page around it assumes, and whether it keeps flapping. */
import { Group, Text } from '@mantine/core';
import type { ComponentPlace } from '@/contract/landscapePicture';
import { FlappingMark } from './FlappingMark';
import { LiveMark } from './LiveMark';

export function LiveNow({ live: { health, isUnderMaintenance, isFlapping } }: Pick<ComponentPlace, 'live'>) {
  return (
    <Group gap={8} role="group" aria-label="Health now">
      <Text component="span" size="xs" c="dimmed">
        Now
      </Text>
      <LiveMark health={health} isUnderMaintenance={isUnderMaintenance} />
      {isFlapping && <FlappingMark />}
    </Group>
  );
}
