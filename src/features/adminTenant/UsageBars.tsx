/** How much of the plan is in use right now. */
'use client';

import { Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countOf } from '@/plain/counts';
import { useTRPC } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import { FactList } from '@/ui/FactList';
import { Section } from '@/ui/Section';

const EVERY_MS = 15_000;

export function UsageBars() {
  const trpc = useTRPC();
  const usage = useQuery({ ...trpc.tenant.usage.queryOptions({}), refetchInterval: EVERY_MS });
  return (
    <Section title="Usage and limits" intro="Per-minute figures cover the last minute.">
      <Unanswered query={usage} failure="Usage cannot be shown" loading="Usage is loading" rows={3} />
      {usage.data !== undefined && (
        <>
          <Bar label="Components" {...usage.data.components} />
          <Bar label="Health signals per minute" {...usage.data.signalsPerMinute} />
          <Bar
            label="API requests per minute, busiest key"
            {...usage.data.requestsPerMinute}
            note={usage.data.requestsPerMinute.busiestKey ?? undefined}
          />
          <FactList
            facts={[
              { name: 'Depth of a blast radius', value: countOf(usage.data.maximumDepth, 'hop') },
              { name: 'Members', value: usage.data.members.toLocaleString('en') },
              { name: 'Active keys', value: usage.data.activeKeys.toLocaleString('en') },
            ]}
          />
        </>
      )}
    </Section>
  );
}

function colourOf(share: number): string {
  if (share >= 1) return 'red';
  return share >= 0.8 ? 'yellow' : 'indigo';
}

function Bar({ label, used, limit, note }: { label: string; used: number; limit: number; note?: string | undefined }) {
  const share = limit === 0 ? 0 : used / limit;
  const words = limit === 0 ? 'Not in this plan' : `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">
          {label}
          {note !== undefined && (
            <Text span size="sm" c="dimmed">
              {' '}
              ({note})
            </Text>
          )}
        </Text>
        <Text size="sm" c={limit === 0 ? 'dimmed' : undefined}>
          {words}
        </Text>
      </Group>
      <Progress.Root size="sm">
        <Progress.Section value={Math.min(100, share * 100)} color={colourOf(share)} aria-label={`${label}: ${words}`} />
      </Progress.Root>
    </div>
  );
}
