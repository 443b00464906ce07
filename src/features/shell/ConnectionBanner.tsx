/** Says when what is shown may be old: no network, or nobody signed in any more. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff, IconLock } from '@tabler/icons-react';
import { useHasSessionEnded } from '@/client/sessionEnd';
import classes from './ConnectionBanner.module.css';

export function ConnectionBanner() {
  const hasEnded = useHasSessionEnded();
  const { online } = useNetwork();
  if (hasEnded) {
    // Back to this very view; what is half written can be copied first.
    const signIn = (): void => window.location.assign(`/sign-in?next=${encodeURIComponent(`${window.location.pathname}${window.location.search}`)}`);
    return (
      <Group className={classes.banner} role="alert" gap="xs">
        <IconLock size={16} aria-hidden="true" />
        <Text size="sm">Your session has ended. Nothing more is read or saved until you sign in again.</Text>
        <Button size="compact-xs" variant="default" onClick={signIn}>
          Sign in
        </Button>
      </Group>
    );
  }
  if (online) return null;
  return (
    <Group className={classes.banner} role="status" gap="xs">
      <IconCloudOff size={16} aria-hidden="true" />
      <Text size="sm">You are offline. What you see is from before.</Text>
    </Group>
  );
}
