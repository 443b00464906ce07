/** The actions for one of a person's own subscriptions. */
'use client';

import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConditionForm } from '@/client/notifications/ConditionForm';
import { goesTo } from '@/client/notifications/notificationWords';
import { useChangeNotice } from '@/client/useChangeNotice';
import { useTRPC } from '@/client/trpc';
import type { OwnNotifications, OwnSubscription } from '@/contract/notifications';
import { Dialog } from '@/ui/Dialog';
import { notify } from '@/ui/notify';
import { RowMenu } from '@/ui/RowMenu';

/** A team, or everything, may have a digest beside what watches it. */
function calledOf({ isDigest, watch: { kind, name, team } }: OwnSubscription): string {
  if (isDigest) return `the digest of ${team === null ? 'all teams' : `team ${team}`}`;
  return kind === 'tenant' ? 'everything' : name;
}

export function OwnSubscriptionActions({ own, notifications }: { own: OwnSubscription; notifications: OwnNotifications }) {
  const { id, watch, isPaused, isDigest, webhookId } = own;
  const called = calledOf(own);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const withNotice = useChangeNotice(trpc.notifications.pathFilter());
  const pause = useMutation(
    trpc.notifications.update.mutationOptions(
      withNotice('That did not work', (after) => (after.isPaused ? 'The subscription is paused.' : 'The subscription is active again.')),
    ),
  );
  const test = useMutation(
    trpc.notifications.test.mutationOptions(
      withNotice('That did not work', () => `A test is on its way to ${goesTo(notifications, webhookId)}.`),
    ),
  );
  const end = useMutation(
    trpc.notifications.end.mutationOptions(
      withNotice('That did not work', () => (isDigest ? `You no longer get ${called}.` : `You get no more messages about ${called}.`)),
    ),
  );
  const change = useMutation(
    trpc.notifications.update.mutationOptions({
      onSuccess: async () => {
        notify({ message: 'Saved.' });
        setChanging(false);
        await queryClient.invalidateQueries(trpc.notifications.pathFilter());
      },
    }),
  );
  const title = `Change: ${called}`;
  return (
    <>
      <RowMenu label={`Actions for ${called}`} lastLabel="End" onLast={() => end.mutate({ id })}>
        <Menu.Item onClick={() => test.mutate({ id })}>Send a test</Menu.Item>
        <Menu.Item onClick={() => setChanging(true)}>Change</Menu.Item>
        <Menu.Item onClick={() => pause.mutate({ id, isPaused: !isPaused })}>{isPaused ? 'Resume' : 'Pause'}</Menu.Item>
      </RowMenu>
      {isChanging && (
        <Dialog onClose={() => setChanging(false)} title={title}>
          <ConditionForm
            label={title}
            submitLabel="Save"
            kind={watch.kind}
            notifications={notifications}
            before={own}
            isBusy={change.isPending}
            error={change.error}
            onSubmit={({ webhookId: to, ...condition }) => change.mutate({ id, webhookId: to, ...(isDigest ? {} : condition) })}
            onCancel={() => setChanging(false)}
          />
        </Dialog>
      )}
    </>
  );
}
