/**
 * Says when the shown data is not current, since when, and what to do: no network, no server, or the session ended. Typed text is never
 * lost.
 */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCloudOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useConnection } from '@/client/live/LiveFeedProvider';
import { useRefusedPage } from '@/client/live/NavigationGuard';
import { useHasSessionEnded } from '@/client/sessionEnd';
import classes from './ConnectionBanner.module.css';
import { SessionEnded } from './SessionEnded';

export function ConnectionBanner() {
  const hasEnded = useHasSessionEnded();
  const { online } = useNetwork();
  const { isReachable } = useConnection();
  if (hasEnded) return <SessionEnded />;
  if (online && isReachable) return null;
  return <NotCurrent isOnline={online} />;
}

function NotCurrent({ isOnline }: { isOnline: boolean }) {
  const { heardAt, check } = useConnection();
  const refused = useRefusedPage();
  const [isAsking, setAsking] = useState(false);
  const retry = async (): Promise<void> => {
    setAsking(true);
    await check();
    setAsking(false);
  };
  return (
    <Group className={classes.banner} role="status" gap="xs">
      <IconCloudOff size={16} aria-hidden="true" style={{ flex: 'none' }} />
      <Text size="sm" className={classes.words}>
        {isOnline ? 'The server cannot be reached.' : 'You are offline.'} {staleWords(heardAt)} You cannot save right now; what you have
        typed stays here.
        {refused !== null && ' The page you asked for opens as soon as the server answers.'}
      </Text>
      <Button variant="default" loading={isAsking} onClick={() => void retry()}>
        Try again
      </Button>
    </Group>
  );
}

function staleWords(heardAt: number): string {
  if (heardAt === 0) return 'What you see may be out of date.';
  const time = new Date(heardAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return `What you see is as of ${time} and may have changed since.`;
}
