/** What lines, marks and boxes of the landscape mean. */
import { Group, Stack, Text } from '@mantine/core';
import { EdgeLegend } from '@/client/symbols/EdgeLegend';
import { LiveMark } from '@/client/symbols/LiveMark';
import { HEALTH_STATES } from '@/domain/vocabulary';

export function LandscapeLegend() {
  return (
    <Stack gap={8}>
      <Group gap="sm" role="group" aria-label="Health" maw={300}>
        {[...HEALTH_STATES].reverse().map((health) => (
          <LiveMark key={health} health={health} isUnderMaintenance={false} />
        ))}
        <LiveMark health="Healthy" isUnderMaintenance />
      </Group>
      <Text size="xs" c="dimmed" maw={300}>
        No mark: no health was reported. A state counts what dependencies pass on.
      </Text>
      <EdgeLegend arrow="The arrow points to what is depended on. A number counts dependencies." />
      <Text size="xs" c="dimmed" maw={300}>
        A double border is a folded group, a dashed one is external. Double-click folds or unfolds a group, and shows the neighbours of a
        component.
      </Text>
    </Stack>
  );
}
