/** Copies the URL of the current view. */
'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { memo } from 'react';

export const CopyLink = memo(function CopyLink() {
  const { copied, copy } = useClipboard({ timeout: 1_500 });
  const label = copied ? 'Copied' : 'Copy the link to this view';
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={30} aria-label={label} onClick={() => copy(window.location.href)}>
        {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconLink size={16} aria-hidden="true" />}
      </ActionIcon>
    </Tooltip>
  );
});
