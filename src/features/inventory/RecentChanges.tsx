/** The latest changes of one entity or dependency, and who made them. */
'use client';

import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import { Timestamp } from '@/ui/Timestamp';
import { labelOf } from './fieldWords';

const OPERATION_WORDS = { create: 'created it', update: 'changed', delete: 'deleted it' } as const;

export function RecentChanges({ id }: { id: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.changes.list.queryOptions({ entityId: id, limit: 5 }));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Stack gap={6} component="section" aria-label="Recent changes">
      <Title order={3}>Recent changes</Title>
      {data.items.map(({ id: changeId, at, actor, op, fields }) => (
        <div key={changeId}>
          <Text size="sm">
            {actor.name} {OPERATION_WORDS[op]}
            {op === 'update' && ` ${fields.map(({ field }) => labelOf(field.split('.')[0] ?? field).toLowerCase()).join(', ')}`}
          </Text>
          <Text size="xs" c="dimmed">
            <Timestamp at={at} />
          </Text>
        </div>
      ))}
    </Stack>
  );
}
