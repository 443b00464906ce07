/** Beside a component's health: it changes its state again and again, so its incident says no more until that is over. */
import { Group, Text } from '@mantine/core';
import { IconWaveSawTool } from '@tabler/icons-react';

export function FlappingMark() {
  return (
    <Group
      gap={5}
      wrap="nowrap"
      display="inline-flex"
      style={{ verticalAlign: 'middle' }}
      c="var(--state-Warning)"
      title="Its state changes again and again. Its incident stays as it is until it has been quiet for five minutes."
    >
      <IconWaveSawTool size={14} aria-hidden="true" style={{ flex: 'none' }} />
      <Text component="span" size="xs" fw={600}>
        Flapping
      </Text>
    </Group>
  );
}
