/** Subscribes somebody to what has no page of its own: everything, or a team. */
'use client';

import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { TeamBell } from '@/client/notifications/NotifyBell';
import { useTeams } from './useTeams';

export function MoreToWatch() {
  const teams = useTeams();
  const [team, setTeam] = useState('');
  return (
    <Stack gap="xs" component="section" aria-labelledby="more-title">
      <Title order={2} id="more-title">
        Everything, or a team
      </Title>
      <Text size="sm" c="dimmed">
        You are told when any capability fails, or any application of a team.
      </Text>
      <Group align="flex-end">
        <NativeSelect
          label="About"
          data={[{ value: '', label: 'Everything' }, ...teams]}
          value={team}
          onChange={(event) => setTeam(event.currentTarget.value)}
        />
        <TeamBell key={team} size="sm" team={team === '' ? null : team} />
      </Group>
    </Stack>
  );
}
