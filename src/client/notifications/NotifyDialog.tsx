/** Asks when somebody wants to be told about a thing, and where, and subscribes them. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { OwnNotifications } from '@/contract/notifications';
import { notify } from '@/ui/notify';
import { Dialog } from '@/ui/Dialog';
import { ConditionForm } from './ConditionForm';
import { calledIn, whenWords, type WatchedThing } from './notificationWords';

interface Props {
  thing: WatchedThing;
  notifications: OwnNotifications;
  onClose(): void;
}

export function NotifyDialog({ thing, notifications, onClose }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const subscribe = useMutation(
    trpc.notifications.subscribe.mutationOptions({
      onSuccess: async (made) => {
        notify({ message: `You get a message when ${whenWords(made)}.` });
        onClose();
        await queryClient.invalidateQueries(trpc.notifications.pathFilter());
      },
    }),
  );
  const title = `Notify me about ${calledIn(thing)}`;
  return (
    <Dialog onClose={onClose} title={title}>
      <ConditionForm
        label={title}
        submitLabel="Notify me"
        kind={thing.kind}
        notifications={notifications}
        before={null}
        isBusy={subscribe.isPending}
        error={subscribe.error}
        onSubmit={(wish) => subscribe.mutate({ ...wish, watch: watchOf(thing) })}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function watchOf(thing: WatchedThing) {
  if (thing.kind === 'tenant') return { kind: thing.kind };
  return thing.kind === 'team' ? thing : { kind: thing.kind, entity: thing.id };
}
