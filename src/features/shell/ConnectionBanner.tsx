/** Says when what is shown may be old, and what to do about it: no network, or nobody signed in any more. Nothing typed is lost by either. */
'use client';

import { Group, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff } from '@tabler/icons-react';
import { useHasSessionEnded } from '@/client/sessionEnd';
import classes from './ConnectionBanner.module.css';
import { SessionEnded } from './SessionEnded';

export function ConnectionBanner() {
  const hasEnded = useHasSessionEnded();
  const { online } = useNetwork();
  if (hasEnded) return <SessionEnded />;
  if (online) return null;
  return (
    <Group className={classes.banner} role="status" gap="xs">
      <IconCloudOff size={16} aria-hidden="true" />
      <Text size="sm">
        You are offline. What you see may be out of date, and nothing can be saved. What you have typed stays here: save it once you are
        connected again.
      </Text>
    </Group>
  );
}
