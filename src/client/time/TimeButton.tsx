/** Switches between the landscape's past and present. */
'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';

/** The instants shown: null for the present; `since` is null if nothing is compared. */
export interface Instants {
  at: string | null;
  since: string | null;
}

/** Switches to the past and back; the bar then chooses the instant. */
export function TimeButton({ isPast, onChange }: { isPast: boolean; onChange(instants: Instants): void }) {
  return (
    <Tooltip label={isPast ? 'Back to the present' : 'Show the past'}>
      <ActionIcon
        variant={isPast ? 'filled' : 'default'}
        size={30}
        aria-label="Show the past"
        aria-pressed={isPast}
        onClick={() => onChange({ at: isPast ? null : new Date().toISOString(), since: null })}
      >
        <IconHistory size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
