/** One delivery: what was sent, each attempt with its answer, and a button to send it again. */
'use client';

import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC, type Answers } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import { CopyBox } from '@/ui/CopyBox';
import { Dialog } from '@/ui/Dialog';
import { Timestamp } from '@/ui/Timestamp';
import { notify } from '@/ui/notify';
import { StateBadge } from './StateBadge';
import { isOnItsWay, SOON_MS, STATUS_STATES, STATUS_WORDS } from './webhookWords';

type Delivery = Answers['webhooks']['getDelivery'];

export function DeliveryDialog({ id, onClose }: { id: string; onClose(): void }) {
  const trpc = useTRPC();
  const delivery = useQuery(
    trpc.webhooks.getDelivery.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data !== undefined && isOnItsWay(state.data) ? SOON_MS : false) },
    ),
  );
  return (
    <Dialog onClose={onClose} title={delivery.data === undefined ? 'Delivery' : `Delivery of ${delivery.data.eventType}`} size="xl">
      <Unanswered query={delivery} failure="The delivery cannot be shown" loading="The delivery is loading" />
      {delivery.data !== undefined && <DeliveryDetail delivery={delivery.data} />}
    </Dialog>
  );
}

function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const replay = useMutation(
    trpc.webhooks.replayDelivery.mutationOptions({
      onSuccess: () => notify({ message: 'It will be sent again.' }),
      // Not awaited: show a refusal at once.
      onSettled: () => void queryClient.invalidateQueries(trpc.webhooks.pathFilter()),
    }),
  );
  const { status, nextAttemptAt, attemptLog, message } = delivery;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="xs">
          <StateBadge label={STATUS_WORDS[status]} state={STATUS_STATES[status]} />
          {nextAttemptAt !== null && (
            <Text size="sm" c="dimmed">
              Next attempt <Timestamp at={nextAttemptAt} />
            </Text>
          )}
        </Group>
        <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate({ id: delivery.id })}>
          Send it again
        </Button>
      </Group>
      {replay.isError && <RefusalNote error={replay.error} />}
      <div>
        <Title order={3} mb="xs">
          Attempts
        </Title>
        {attemptLog.length === 0 && (
          <Text size="sm" c="dimmed">
            No attempts yet.
          </Text>
        )}
        <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Attempts">
          {attemptLog.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </Stack>
      </div>
      <CopyBox label="Message" text={JSON.stringify(message, null, 2)} />
    </Stack>
  );
}

function Attempt({
  attempt: { number, at, statusCode, error, responseExcerpt, durationMilliseconds },
}: {
  attempt: Delivery['attemptLog'][number];
}) {
  return (
    <li>
      <Text size="sm">
        {number}. <Timestamp at={at} /> · {statusCode === null ? (error ?? 'no answer') : `answered ${statusCode}`} ·{' '}
        {durationMilliseconds.toLocaleString('en')} ms
      </Text>
      {responseExcerpt !== null && responseExcerpt !== '' && (
        <Code block mt={4} tabIndex={0} role="group" aria-label={`Answer to attempt ${number}`}>
          {responseExcerpt}
        </Code>
      )}
    </li>
  );
}
