/** A component's current effective state, whatever the page around it assumes, whether it keeps flapping, and its last report. */
import { Group, Stack, Text } from '@mantine/core';
import type { ComponentPlace } from '@/contract/landscapePicture';
import { Elapsed } from '@/ui/Elapsed';
import { FlappingMark } from './FlappingMark';
import { LiveMark } from './LiveMark';
import { StaleMark } from './StaleMark';

export function LiveNow({ live: { health, isUnderMaintenance, isFlapping, lastReport } }: Pick<ComponentPlace, 'live'>) {
  return (
    <Stack gap={2} role="group" aria-label="Health now">
      <Group gap={8}>
        <Text component="span" size="xs" c="dimmed">
          Now
        </Text>
        <LiveMark health={health} isUnderMaintenance={isUnderMaintenance} />
        {isFlapping && <FlappingMark />}
        {lastReport?.isStale === true && <StaleMark lastReportAt={null} />}
      </Group>
      {lastReport !== null && (
        <Text component="span" size="xs" c="dimmed">
          Last reported {lastReport.state} <Elapsed at={lastReport.at} /> ago
        </Text>
      )}
    </Stack>
  );
}
