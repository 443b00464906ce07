/** Shown beside the health of a component that keeps changing its state, so its incident reports no changes until it is quiet. */
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
      title="It keeps changing its state. Its incident stays as it is until the component has been quiet for five minutes."
    >
      <IconWaveSawTool size={14} aria-hidden="true" style={{ flex: 'none' }} />
      <Text component="span" size="xs" fw={600}>
        Flapping
      </Text>
    </Group>
  );
}
