/** A status in the colour that fits it; the word says the same. */
'use client';

import { Badge } from '@mantine/core';

export function StateBadge({ label, state }: { label: string; state: 'Healthy' | 'Warning' | 'Outage' | null }) {
  return (
    <Badge
      variant="default"
      size="sm"
      tt="none"
      {...(state === null ? { c: 'dimmed' } : { c: `var(--state-${state})`, bg: `var(--state-${state}-soft)` })}
      style={{ border: 0 }}
    >
      {label}
    </Badge>
  );
}
