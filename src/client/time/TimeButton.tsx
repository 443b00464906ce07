/** Goes to the past of the landscape and back. */
'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';

/** What is shown: null for the present, and `since` null where nothing is compared. */
export interface Instants {
  at: string | null;
  since: string | null;
}

/** Goes to the past and back; the bar then says to which instant. */
export function TimeButton({ isPast, onChange }: { isPast: boolean; onChange(instants: Instants): void }) {
  return (
    <Tooltip label={isPast ? 'Back to the present' : 'As it was before'}>
      <ActionIcon
        variant={isPast ? 'filled' : 'default'}
        size={30}
        aria-label="As it was before"
        aria-pressed={isPast}
        onClick={() => onChange({ at: isPast ? null : new Date().toISOString(), since: null })}
      >
        <IconHistory size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
