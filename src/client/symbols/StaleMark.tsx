/** Shown beside a state that nobody has repeated for longer than it may stay unsaid. */
import { Group, Text } from '@mantine/core';
import { IconClockQuestion } from '@tabler/icons-react';
import { Elapsed } from '@/ui/Elapsed';

export function StaleMark({ lastReportAt }: { lastReportAt: string | null }) {
  return (
    <Group
      gap={5}
      wrap="nowrap"
      display="inline-flex"
      style={{ verticalAlign: 'middle' }}
      c="dimmed"
      title="Nobody has repeated this report for longer than it may stay unsaid. The state stays; it opens no incident and ends none."
    >
      <IconClockQuestion size={14} aria-hidden="true" style={{ flex: 'none' }} />
      <Text component="span" size="xs" fw={600}>
        Stale
        {lastReportAt !== null && (
          <>
            : last report <Elapsed at={lastReportAt} /> ago
          </>
        )}
      </Text>
    </Group>
  );
}
