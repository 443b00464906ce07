/** Says beside a page's heading whether its data is current. */
'use client';

import { Group, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconBolt, IconRefresh } from '@tabler/icons-react';
import { POLL_MS, freshnessOf, type Freshness, type ShownAnswer } from './freshness';
import { useFeedStatus } from './LiveFeedProvider';
import { useNow } from '@/ui/useNow';

/** Null until the browser's time is known. */
export function useFreshness(answer: ShownAnswer): Freshness | null {
  const status = useFeedStatus();
  const now = useNow();
  return now === null || answer.dataUpdatedAt === 0 ? null : freshnessOf(status, answer, now);
}

const LOOKS = {
  live: { Icon: IconBolt, colour: 'var(--state-Healthy)', more: 'Changes appear here as they happen.' },
  polled: {
    Icon: IconRefresh,
    colour: 'var(--mantine-color-dimmed)',
    more: `The live connection is being restored. Until then this page reloads every ${POLL_MS / 1_000} seconds.`,
  },
  stale: {
    Icon: IconAlertTriangle,
    colour: 'var(--state-Outage)',
    more: 'The server does not answer, so this may be out of date. The page keeps retrying.',
  },
} as const;

export function freshnessWords(freshness: Freshness): string {
  if (freshness.kind === 'live') return 'Live';
  if (freshness.kind === 'polled') return 'Reconnecting';
  return `Stale since ${new Date(freshness.since).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })}`;
}

export function FreshnessMark({ answer }: { answer: ShownAnswer }) {
  const freshness = useFreshness(answer);
  if (freshness === null) return null;
  const { Icon, colour, more } = LOOKS[freshness.kind];
  return (
    <Tooltip label={more} multiline maw={280}>
      <Group gap={4} wrap="nowrap" role="status" aria-label={`${freshnessWords(freshness)}. ${more}`} c={colour} h={30}>
        <Icon size={15} aria-hidden="true" />
        <Text size="xs" fw={600} aria-hidden="true">
          {freshnessWords(freshness)}
        </Text>
      </Group>
    </Tooltip>
  );
}
