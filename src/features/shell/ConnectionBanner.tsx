/** Says when what is shown may be old, and what to do about it: no network, or nobody signed in any more. Nothing typed is lost by either. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff, IconExternalLink, IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { checkSession, useHasSessionEnded } from '@/client/sessionEnd';
import classes from './ConnectionBanner.module.css';

export function ConnectionBanner() {
  const hasEnded = useHasSessionEnded();
  const { online } = useNetwork();
  if (hasEnded) return <SessionEnded />;
  if (online) return null;
  return (
    <Group className={classes.banner} role="status" gap="xs">
      <IconCloudOff size={16} aria-hidden="true" />
      <Text size="sm">You are offline. What you see may be out of date, and nothing can be saved. What you have typed stays here: save it once you are connected again.</Text>
    </Group>
  );
}

/** Signing in happens in another tab, so that this one keeps what is half written; whoever comes back to it goes on. */
function SessionEnded() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') void checkSession().then((isBack) => (isBack ? queryClient.invalidateQueries() : undefined));
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [queryClient]);
  const signIn = (): void => {
    const here = `${window.location.pathname}${window.location.search}`;
    window.open(`/sign-in?next=${encodeURIComponent(here)}`, '_blank', 'noopener');
  };
  return (
    <Group className={classes.banner} role="alert" gap="xs">
      <IconLock size={16} aria-hidden="true" />
      <Text size="sm">Your session has ended. What you have typed stays here: sign in in a new tab, then come back to this one and go on.</Text>
      <Button size="compact-xs" variant="default" rightSection={<IconExternalLink size={13} aria-hidden="true" />} onClick={signIn}>
        Sign in in a new tab
      </Button>
    </Group>
  );
}
