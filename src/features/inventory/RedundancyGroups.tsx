/** The redundancy groups of a component, with how many targets of each must work, set for the whole group at once. */
'use client';

import { Button, Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '@/client/failure';
import { useTRPC } from '@/client/trpc';
import type { Dependency } from '@/contract/dependency';
import type { Neighbour } from '@/contract/landscapePicture';
import { byCodeUnit } from '@/plain/order';
import { notify } from '@/ui/notify';

interface Props {
  componentId: string;
  /** The component's dependencies. */
  dependencies: readonly Neighbour[];
  mayEdit: boolean;
}

interface RedundancyGroup {
  name: string;
  minimum: number;
  /** Names of the targets, without duplicates. */
  targets: string[];
}

/** The largest page that the API returns. */
const MOST_DEPENDENCIES = 200;

export function RedundancyGroups({ componentId, dependencies, mayEdit }: Props) {
  const trpc = useTRPC();
  const hasGroups = dependencies.some(({ redundancyGroup }) => redundancyGroup !== null);
  const list = useQuery({
    ...trpc.dependencies.list.queryOptions({ sourceComponentId: componentId, limit: MOST_DEPENDENCIES }),
    enabled: hasGroups,
  });
  const groups = groupsOf(list.data?.items ?? [], dependencies);
  if (!hasGroups || groups.length === 0) return null;
  return (
    <Stack gap={6} component="section" aria-label="Redundancy groups">
      <Title order={3}>Redundancy groups ({groups.length.toLocaleString('en')})</Title>
      {groups.map((group) =>
        mayEdit && group.targets.length > 1 ? (
          <GroupForm key={`${group.name} ${group.minimum}`} componentId={componentId} group={group} />
        ) : (
          <Text key={group.name} size="sm">
            {group.name}: {group.minimum.toLocaleString('en')} of {targetsIn(group)} must work
          </Text>
        ),
      )}
    </Stack>
  );
}

function groupsOf(items: readonly Dependency[], neighbours: readonly Neighbour[]): RedundancyGroup[] {
  const names = new Map(neighbours.map(({ component }) => [component.id, component.name]));
  const groups = new Map<string, { minimum: number; targets: Set<string> }>();
  for (const { redundancyGroup, redundancyMinimum, targetComponentId } of items) {
    if (redundancyGroup === null) continue;
    const group = groups.get(redundancyGroup) ?? { minimum: redundancyMinimum, targets: new Set<string>() };
    groups.set(redundancyGroup, group);
    group.targets.add(targetComponentId);
  }
  return [...groups]
    .map(([name, { minimum, targets }]) => ({ name, minimum, targets: [...targets].map((id) => names.get(id) ?? id).sort(byCodeUnit) }))
    .sort((left, right) => byCodeUnit(left.name, right.name));
}

const targetsIn = ({ targets }: RedundancyGroup): string => `${targets.length.toLocaleString('en')} (${targets.join(', ')})`;

function GroupForm({ componentId, group }: { componentId: string; group: RedundancyGroup }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [minimum, setMinimum] = useState<number | string>(group.minimum);
  const save = useMutation({
    ...trpc.dependencies.setRedundancyMinimum.mutationOptions(),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) =>
      notify({ color: 'red', title: `The number of ${group.name} that must work was not changed`, message: explain(error) }),
  });
  const isValid = typeof minimum === 'number' && Number.isInteger(minimum) && minimum >= 1 && minimum <= group.targets.length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid && minimum !== group.minimum) save.mutate({ component: componentId, name: group.name, redundancyMinimum: minimum });
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NumberInput
          size="xs"
          w={110}
          label={group.name}
          aria-label={`How many of ${group.name} must work`}
          min={1}
          max={group.targets.length}
          allowDecimal={false}
          clampBehavior="strict"
          value={minimum}
          onChange={setMinimum}
        />
        <Text size="sm" style={{ flex: 1 }}>
          of {targetsIn(group)} must work
        </Text>
        <Button type="submit" size="compact-xs" loading={save.isPending} disabled={!isValid || minimum === group.minimum}>
          Save
        </Button>
      </Group>
    </form>
  );
}
