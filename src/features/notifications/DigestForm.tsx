/** Subscribes somebody to the digest of each week: of one team, or of all. */
'use client';

import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { placeFrom, placesIn } from '@/client/notifications/notificationWords';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC } from '@/client/trpc';
import type { OwnNotifications } from '@/contract/notifications';
import { notify } from '@/ui/notify';
import { useTeams } from './useTeams';

export function DigestForm({ notifications }: { notifications: OwnNotifications }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const places = placesIn(notifications);
  const [team, setTeam] = useState('');
  const [place, setPlace] = useState(places[0]?.value ?? '');
  const teams = useTeams();
  const subscribe = useMutation(
    trpc.notifications.subscribeToDigest.mutationOptions({
      onSuccess: () => void notify({ message: 'You get a digest on Mondays, in weeks with changes.' }),
      onSettled: () => queryClient.invalidateQueries(trpc.notifications.pathFilter()),
    }),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    subscribe.mutate({ team: team === '' ? null : team, webhookId: placeFrom(place) });
  };
  return (
    <Stack gap="xs" component="section" aria-labelledby="digest-title">
      <Title order={2} id="digest-title">
        Weekly digest
      </Title>
      <Text size="sm" c="dimmed">
        Every Monday: new single points of failure, what the costliest failure costs, components without an owner, and stale reports.
        Nothing is sent if nothing changed.
      </Text>
      <form onSubmit={submit} aria-label="Weekly digest">
        <Group align="flex-end">
          <NativeSelect
            label="Team"
            data={[{ value: '', label: 'All teams' }, ...teams]}
            value={team}
            onChange={(event) => setTeam(event.currentTarget.value)}
          />
          {places.length > 0 && (
            <NativeSelect label="Send to" data={places} value={place} onChange={(event) => setPlace(event.currentTarget.value)} />
          )}
          <Button type="submit" size="sm" loading={subscribe.isPending} disabled={places.length === 0}>
            Subscribe to the digest
          </Button>
        </Group>
      </form>
      {subscribe.error !== null && <RefusalNote error={subscribe.error} />}
    </Stack>
  );
}
