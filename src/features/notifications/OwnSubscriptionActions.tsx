/** The actions for one of a person's own subscriptions. */
'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/client/failure';
import { ConditionForm } from '@/client/notifications/ConditionForm';
import { goesTo } from '@/client/notifications/notificationWords';
import { useTRPC } from '@/client/trpc';
import type { OwnNotifications, OwnSubscription } from '@/contract/notifications';
import { Dialog } from '@/ui/Dialog';
import { notify } from '@/ui/notify';

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
  const refresh = () => queryClient.invalidateQueries(trpc.notifications.pathFilter());
  const said = (message: (after: OwnSubscription) => string) => ({
    onSuccess: (after: OwnSubscription) => void notify({ message: message(after) }),
    onError: (error: unknown) => void notify({ color: 'red', title: 'That did not work', message: explain(error) }),
    onSettled: refresh,
  });
  const pause = useMutation(
    trpc.notifications.update.mutationOptions(
      said((after) => (after.isPaused ? 'The subscription is paused.' : 'The subscription is active again.')),
    ),
  );
  const test = useMutation(
    trpc.notifications.test.mutationOptions(said(() => `A test is on its way to ${goesTo(notifications, webhookId)}.`)),
  );
  const end = useMutation(
    trpc.notifications.end.mutationOptions(
      said(() => (isDigest ? `You no longer get ${called}.` : `You get no more messages about ${called}.`)),
    ),
  );
  const change = useMutation(
    trpc.notifications.update.mutationOptions({
      onSuccess: async () => {
        notify({ message: 'Saved.' });
        setChanging(false);
        await refresh();
      },
    }),
  );
  const title = `Change: ${called}`;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${called}`}>
            <IconDots size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => test.mutate({ id })}>Send a test</Menu.Item>
          <Menu.Item onClick={() => setChanging(true)}>Change</Menu.Item>
          <Menu.Item onClick={() => pause.mutate({ id, isPaused: !isPaused })}>{isPaused ? 'Resume' : 'Pause'}</Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--mantine-color-error)" onClick={() => end.mutate({ id })}>
            End
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
