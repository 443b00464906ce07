/** How a row stands now, or what its outage is expected to cost. Empty until it is known, and where the cost may not be seen. */
'use client';

import { Text } from '@mantine/core';
import { money } from '@/client/labels/figures';
import { LiveMark } from '@/client/symbols/LiveMark';
import type { EntityStanding } from '@/contract/entityStanding';

export function StandingCell({ column, standing }: { column: string; standing: EntityStanding | undefined }) {
  if (standing === undefined) return null;
  if (column === 'health') return <LiveMark health={standing.health} isUnderMaintenance={standing.isUnderMaintenance} />;
  const { exposure } = standing;
  if (exposure === undefined) return null;
  if (exposure.isRecorded)
    return <span title="Expected cost of an hour in which it is down">{money(exposure.expectedPerHour, exposure.currency)}</span>;
  return (
    <Text component="span" size="xs" c="dimmed">
      Not recorded
    </Text>
  );
}
