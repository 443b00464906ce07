/** The bell of one entity: subscribes the person to it, or ends that. Pressed while they are subscribed. */
'use client';

import { Button, Modal } from '@mantine/core';
import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/client/failure';
import { useTRPC } from '@/client/trpc';
import type { OwnNotifications } from '@/contract/notifications';
import { WATCHED_KINDS } from '@/contract/values/subscriptions';
import type { EntityKind } from '@/domain/vocabulary';
import { notify } from '@/ui/notify';
import { useFocusBack } from '@/ui/useFocusBack';
import { ConditionForm } from './ConditionForm';
import { goesTo, whenWords } from './notificationWords';

interface Props {
  kind: EntityKind;
  id: string;
  name: string;
  size?: 'xs' | 'sm';
}

type WatchedEntityKind = EntityKind & (typeof WATCHED_KINDS)[number];

function isWatched(kind: EntityKind): kind is WatchedEntityKind {
  return (WATCHED_KINDS as readonly string[]).includes(kind);
}

/** Nothing for kinds that have no state of their own. */
export function NotifyBell(props: Props) {
  return isWatched(props.kind) ? <Bell {...props} kind={props.kind} /> : null;
}

function Bell({ kind, id, name, size = 'xs' }: Props & { kind: WatchedEntityKind }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery({ ...trpc.notifications.list.queryOptions({}), staleTime: 60_000 });
  const own = data?.items.find(({ isDigest, watch }) => !isDigest && watch.kind === kind && watch.entityId === id);
  const end = useMutation(
    trpc.notifications.end.mutationOptions({
      onSuccess: () => notify({ message: `You get no more messages about ${name}.` }),
      onError: (error) => void notify({ color: 'red', title: 'The subscription was not ended', message: explain(error) }),
      onSettled: () => queryClient.invalidateQueries(trpc.notifications.pathFilter()),
    }),
  );
  const isOn = own !== undefined;
  const Icon = isOn ? IconBellFilled : IconBell;
  return (
    <>
      <Button
        variant="default"
        size={size}
        aria-pressed={isOn}
        disabled={data === undefined}
        loading={end.isPending}
        leftSection={<Icon size={14} aria-hidden="true" />}
        title={
          data === undefined || own === undefined
            ? undefined
            : `You get a message when it ${whenWords(own)}: ${goesTo(data, own.webhookId)}`
        }
        onClick={() => (own === undefined ? setAsking(true) : end.mutate({ id: own.id }))}
      >
        Notify me
      </Button>
      {isAsking && data !== undefined && <Asked kind={kind} id={id} name={name} notifications={data} onClose={() => setAsking(false)} />}
    </>
  );
}

interface AskedProps {
  kind: WatchedEntityKind;
  id: string;
  name: string;
  notifications: OwnNotifications;
  onClose(): void;
}

function Asked({ kind, id, name, notifications, onClose }: AskedProps) {
  useFocusBack();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const subscribe = useMutation(
    trpc.notifications.subscribe.mutationOptions({
      onSuccess: async (made) => {
        notify({ message: `You get a message when ${name} ${whenWords(made)}.` });
        onClose();
        await queryClient.invalidateQueries(trpc.notifications.pathFilter());
      },
    }),
  );
  const title = `Notify me about ${name}`;
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <ConditionForm
        label={title}
        submitLabel="Notify me"
        notifications={notifications}
        before={null}
        isBusy={subscribe.isPending}
        error={subscribe.error}
        onSubmit={(wish) => subscribe.mutate({ ...wish, watch: { kind, entity: id } })}
        onCancel={onClose}
      />
    </Modal>
  );
}
