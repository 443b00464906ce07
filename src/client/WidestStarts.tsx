/** The components with the widest blast radii, for pages on which nothing is selected yet. */
'use client';

import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countOf } from '@/plain/counts';
import { useTRPC } from './trpc';
import { EntityIcon } from './symbols/EntityIcon';

const MOST = 5;

/** Shows nothing until they are known, and nothing at all where no component affects another: a start is an offer. */
export function WidestStarts({ lead, onChoose }: { lead: string; onChoose: (componentId: string) => void }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.home.overview.queryOptions({}));
  const widest = data?.widest.filter(({ affected }) => affected > 0).slice(0, MOST) ?? [];
  if (widest.length === 0) return null;
  return (
    <section aria-label="Widest blast radii">
      <Text size="sm" c="dimmed" mb={6}>
        {lead}
      </Text>
      <Group gap="xs">
        {widest.map(({ id, name, affected }) => (
          <Button
            key={id}
            variant="default"
            size="xs"
            leftSection={<EntityIcon kind="component" />}
            aria-label={`${name}, affects ${countOf(affected, 'component')}`}
            onClick={() => onChoose(id)}
          >
            {name}
          </Button>
        ))}
      </Group>
    </section>
  );
}
