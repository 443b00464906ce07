/** The dependencies or dependents of a component, each with open, edit and remove. */
'use client';

import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { TYPE_LABELS } from '@/client/labels/labels';
import { EntityLink } from '@/client/EntityLink';
import type { Neighbour } from '@/contract/landscapePicture';

interface Props {
  title: string;
  empty: string;
  addLabel: string;
  count: number;
  neighbours: readonly Neighbour[];
  /** Null if this person may only read. */
  edit: { onAdd(): void; onChange(dependencyId: string): void; onRemove(neighbour: Neighbour): void } | null;
}

export function NeighbourSection({ title, empty, addLabel, count, neighbours, edit }: Props) {
  return (
    <Stack gap={6} component="section" aria-label={title}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={3}>
          {title} ({count.toLocaleString('en')})
        </Title>
        {edit !== null && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={13} aria-hidden="true" />}
            onClick={edit.onAdd}
            aria-label={addLabel}
          >
            Add
          </Button>
        )}
      </Group>
      {neighbours.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {neighbours.map((neighbour) => (
        <Group key={neighbour.dependencyId} gap={4} wrap="nowrap" justify="space-between">
          <div style={{ minWidth: 0 }}>
            <EntityLink kind="component" id={neighbour.component.id} display="block" truncate>
              {neighbour.component.name}
            </EntityLink>
            <Text size="xs" c="dimmed" truncate>
              {TYPE_LABELS[neighbour.dependencyType]}, {neighbour.mode.toLowerCase()}
              {neighbour.redundancyGroup === null ? '' : `, group ${neighbour.redundancyGroup}`}
            </Text>
          </div>
          {edit !== null && (
            <Group gap={2} wrap="nowrap">
              <ActionIcon
                size="sm"
                aria-label={`Change the dependency with ${neighbour.component.name}`}
                onClick={() => edit.onChange(neighbour.dependencyId)}
              >
                <IconPencil size={14} aria-hidden="true" />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={`Remove the dependency with ${neighbour.component.name}`}
                onClick={() => edit.onRemove(neighbour)}
              >
                <IconTrash size={14} aria-hidden="true" />
              </ActionIcon>
            </Group>
          )}
        </Group>
      ))}
      {neighbours.length < count && (
        <Text size="xs" c="dimmed">
          The first {neighbours.length.toLocaleString('en')} are listed.
        </Text>
      )}
    </Stack>
  );
}
