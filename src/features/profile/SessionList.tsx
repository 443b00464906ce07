/** Where this person is signed in. */
'use client';

import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/client/failure';
import { personClient } from '@/client/personClient';
import { Unanswered } from '@/client/Unanswered';
import type { SignInSession } from '@/contract/people';
import { Timestamp } from '@/ui/Timestamp';
import { Section } from '@/ui/Section';
import { notify } from '@/ui/notify';
import { deviceWords } from './deviceWords';

const KEY = ['person', 'sessions'];
const SHOWN_AT_FIRST = 6;

export function SessionList() {
  const queryClient = useQueryClient();
  const [isWhole, setWhole] = useState(false);
  const sessions = useQuery({ queryKey: KEY, queryFn: () => personClient.sessions.query({}) });
  const settle = {
    onError: (error: unknown) => notify({ color: 'red', title: 'The session was not ended', message: explain(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  };
  const end = useMutation({ mutationFn: (id: string) => personClient.endSession.mutate({ id }), ...settle });
  const endOthers = useMutation({ mutationFn: () => personClient.endOtherSessions.mutate({}), ...settle });
  const others = sessions.data?.filter(({ isThisOne }) => !isThisOne) ?? [];
  return (
    <Section title="Sessions" intro="Where you are signed in. If you do not recognise a session, end it and change your password.">
      <Unanswered query={sessions} failure="The sessions cannot be shown" loading="The sessions are loading" rows={2} />
      {sessions.data !== undefined && (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Sessions">
          {sessions.data.slice(0, isWhole ? undefined : SHOWN_AT_FIRST).map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </Stack>
      )}
      {others.length > 0 && (
        <Group gap="xs">
          {sessions.data !== undefined && sessions.data.length > SHOWN_AT_FIRST && (
            <Button variant="default" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show fewer' : `Show all ${sessions.data.length}`}
            </Button>
          )}
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </Button>
        </Group>
      )}
    </Section>
  );
}

function SessionRow({ session, isBusy, onEnd }: { session: SignInSession; isBusy: boolean; onEnd(): void }) {
  const device = deviceWords(session.userAgent);
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <div>
        <Group gap={6}>
          <Text size="sm" fw={500}>
            {device}
          </Text>
          {session.isThisOne && (
            <Badge variant="default" size="xs" tt="none">
              This one
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {session.ipAddress !== null && `${session.ipAddress} · `}since <Timestamp at={session.startedAt} />
        </Text>
      </div>
      {!session.isThisOne && (
        <Button variant="subtle" color="red" size="compact-xs" loading={isBusy} aria-label={`End the session of ${device}`} onClick={onEnd}>
          End
        </Button>
      )}
    </Group>
  );
}
