/** An entity's former names; for components, also until when health signals under them are still accepted. */
'use client';

import { Code, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { EntityKind } from '@/domain/vocabulary';
import { Timestamp } from '@/ui/Timestamp';

export function FormerNames({ kind, id }: { kind: EntityKind; id: string }) {
  const trpc = useTRPC();
  const { data: names = [] } = useQuery(trpc.landscape.formerNames.queryOptions({ kind, id }));
  if (names.length === 0) return null;
  return (
    <Stack gap={4} component="section" aria-label="Former names">
      <Title order={3}>Former names</Title>
      {names.map(({ technicalName, since, signalsUntil }) => (
        <Text key={technicalName} size="sm">
          <Code>{technicalName}</Code> until <Timestamp at={since} />
          {signalsUntil !== null && (
            <Text span c="dimmed">
              , accepts health signals until <Timestamp at={signalsUntil} />
            </Text>
          )}
        </Text>
      ))}
    </Stack>
  );
}
