/** Ends the subscription whose mail led here, with one button: opening the page alone changes nothing, because mail scanners open links. */
'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DoorFrame } from '@/client/DoorFrame';
import { personClient } from '@/client/personClient';
import { RefusalNote } from '@/client/RefusalNote';
import { useAttempt } from '@/client/useAttempt';
import { MessagePage } from '@/ui/MessagePage';

const WAY_ON = { label: 'Go to your landscape', href: '/' };

/** `name` is what the subscription is to; null if there is no such subscription. */
export function UnsubscribePage({ token, name }: { token: string; name: string | null }) {
  const { isBusy, error, attempt } = useAttempt();
  const [isDone, setDone] = useState(false);
  const end = (): void => attempt(personClient.unsubscribe.mutate({ token }), () => setDone(true));
  if (isDone) return <MessagePage title="You are unsubscribed" detail={`You get no more messages about ${name}.`} action={WAY_ON} />;
  if (name === null)
    return (
      <MessagePage
        title="There is nothing to unsubscribe from"
        detail="This subscription has already ended, or the link is incomplete. The Notifications page lists what you are subscribed to."
        action={WAY_ON}
      />
    );
  return (
    <DoorFrame title="Unsubscribe" intro={`You get messages about ${name}.`} foot="The Notifications page lists all your subscriptions.">
      <Stack gap="sm">
        {error !== null && <RefusalNote error={error} />}
        <Text size="sm">Nothing more will be sent for this subscription, not even that it is over.</Text>
        <Button size="sm" fullWidth loading={isBusy} onClick={end}>
          Unsubscribe
        </Button>
      </Stack>
    </DoorFrame>
  );
}
