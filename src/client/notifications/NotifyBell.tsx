/** The bell of one entity, a team or everything: subscribes the person to it, or ends that. Pressed while they are subscribed. */
'use client';

import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/client/failure';
import { useTRPC } from '@/client/trpc';
import type { OwnSubscription } from '@/contract/notifications';
import { WATCHED_KINDS } from '@/contract/values/subscriptions';
import type { EntityKind } from '@/domain/vocabulary';
import { laterPart } from '@/ui/laterPart';
import { notify } from '@/ui/notify';
import { calledIn, goesTo, whenWords, type WatchedThing } from './notificationWords';

const NotifyDialog = laterPart(async () => (await import('./NotifyDialog')).NotifyDialog);

type WatchedEntityKind = EntityKind & (typeof WATCHED_KINDS)[number];

interface Look {
  /** Among icons it is one too, with what it is about as its name. */
  look?: 'button' | 'icon';
  size?: 'xs' | 'sm';
}

interface Props extends Look {
  kind: EntityKind;
  id: string;
  name: string;
}

function isWatched(kind: EntityKind): kind is WatchedEntityKind {
  return (WATCHED_KINDS as readonly string[]).includes(kind);
}

/** Nothing for kinds that have no state of their own. */
export function NotifyBell({ kind, id, name, ...look }: Props) {
  return isWatched(kind) ? <Bell thing={{ kind, id, name }} {...look} /> : null;
}

/** For a team, or for everything where `team` is null. */
export function TeamBell({ team, ...look }: Look & { team: string | null }) {
  return <Bell thing={team === null ? { kind: 'tenant' } : { kind: 'team', team }} {...look} />;
}

function isOf(thing: WatchedThing, { isDigest, watch }: OwnSubscription): boolean {
  if (isDigest || watch.kind !== thing.kind) return false;
  if (thing.kind === 'tenant') return true;
  return thing.kind === 'team' ? watch.team === thing.team : watch.entityId === thing.id;
}

function Bell({ thing, look = 'button', size = 'xs' }: Look & { thing: WatchedThing }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery({ ...trpc.notifications.list.queryOptions({}), staleTime: 60_000 });
  const own = data?.items.find((one) => isOf(thing, one));
  const name = calledIn(thing);
  const end = useMutation(
    trpc.notifications.end.mutationOptions({
      onSuccess: () => notify({ message: `You get no more messages about ${name}.` }),
      onError: (error) => void notify({ color: 'red', title: 'The subscription was not ended', message: explain(error) }),
      onSettled: () => queryClient.invalidateQueries(trpc.notifications.pathFilter()),
    }),
  );
  const told =
    data === undefined || own === undefined ? undefined : `You get a message when ${whenWords(own)}: ${goesTo(data, own.webhookId)}`;
  const Icon = own === undefined ? IconBell : IconBellFilled;
  const pressed = {
    'aria-pressed': own !== undefined,
    disabled: data === undefined,
    loading: end.isPending,
    onClick: () => (own === undefined ? setAsking(true) : end.mutate({ id: own.id })),
  };
  return (
    <>
      {look === 'icon' ? (
        <Tooltip label={told ?? `Notify me about ${name}`} multiline maw={280}>
          <ActionIcon variant="default" size={30} aria-label={`Notify me about ${name}`} {...pressed}>
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button variant="default" size={size} leftSection={<Icon size={14} aria-hidden="true" />} title={told} {...pressed}>
          Notify me
        </Button>
      )}
      {isAsking && data !== undefined && <NotifyDialog thing={thing} notifications={data} onClose={() => setAsking(false)} />}
    </>
  );
}
