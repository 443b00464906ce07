/** Which role each group of an identity provider gets. */
'use client';

import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC } from '@/client/trpc';
import type { ProviderRules, TenantProvider } from '@/contract/singleSignOn';
import { GROUP_ROLES, MOST_MAPPED_GROUPS, type GroupRole, type GroupSource } from '@/contract/values/singleSignOn';
import { notify } from '@/ui/notify';

const NOBODY = 'Nobody else';
const SOURCES: { value: GroupSource; label: string }[] = [
  { value: 'signIn', label: 'the provider, at each sign-in' },
  { value: 'scim', label: 'SCIM, as soon as they change' },
];

/** A row keeps its key while others go. */
interface Row {
  key: number;
  group: string;
  role: GroupRole;
}

export function ProviderRulesForm({ provider: { id: providerId, version, rules, isDefault } }: { provider: TenantProvider }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [rows, setRows] = useState<Row[]>(() => rules.roles.map((row, key) => ({ key, ...row })));
  const [everybody, setEverybody] = useState(rules.everybody);
  const [groupsFrom, setGroupsFrom] = useState(rules.groupsFrom);
  const settle = async (message: string): Promise<void> => {
    notify({ message });
    await Promise.all([trpc.singleSignOn, trpc.members, trpc.changes].map((noun) => queryClient.invalidateQueries(noun.pathFilter())));
  };
  const save = useMutation(trpc.singleSignOn.setRules.mutationOptions({ onSuccess: () => settle('Roles of groups saved.') }));
  const reset = useMutation(
    trpc.singleSignOn.resetRules.mutationOptions({ onSuccess: () => settle('The roles that the operator set apply again.') }),
  );
  const wanted: ProviderRules = { roles: rows.map(({ group, role }) => ({ group: group.trim(), role })), everybody, groupsFrom };
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(rules);
  const isComplete = wanted.roles.every(({ group }) => group !== '');
  const change = (key: number, part: Partial<Row>): void =>
    setRows((held) => held.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ providerId, version, rules: wanted });
  };
  const error = save.error ?? reset.error;
  return (
    <form onSubmit={submit} aria-label={`Roles of groups of ${providerId}`}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {isDefault ? 'These are the roles that the operator set; you can change them.' : 'This tenant set these roles.'} Somebody in
          several groups gets the highest role. No group makes anybody an Owner.
        </Text>
        <Select
          label="Groups come from"
          data={SOURCES}
          value={groupsFrom}
          onChange={(value) => value !== null && setGroupsFrom(value as GroupSource)}
          allowDeselect={false}
          maw={360}
        />
        {rows.map(({ key, group, role }, index) => (
          <Group key={key} gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={`Group ${index + 1}`}
              value={group}
              onChange={(event) => change(key, { group: event.currentTarget.value })}
              maxLength={256}
              required
              withAsterisk={false}
              flex={1}
            />
            <RoleChoice label={`Role of group ${index + 1}`} value={role} onChange={(value) => change(key, { role: value })} />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Remove group ${index + 1}`}
              onClick={() => setRows((held) => held.filter((row) => row.key !== key))}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            disabled={rows.length >= MOST_MAPPED_GROUPS}
            onClick={() =>
              setRows((held) => [...held, { key: 1 + Math.max(-1, ...held.map(({ key }) => key)), group: '', role: 'Viewer' }])
            }
          >
            Add a group
          </Button>
        </Group>
        <Select
          label="Role of everybody else"
          description="People of these domains who are in none of the groups."
          data={[NOBODY, ...GROUP_ROLES].map((value) => ({ value, label: value === NOBODY ? 'No access' : value }))}
          value={everybody ?? NOBODY}
          onChange={(value) => value !== null && setEverybody(value === NOBODY ? null : (value as GroupRole))}
          allowDeselect={false}
          maw={360}
        />
        {error !== null && <RefusalNote error={error} />}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={!isChanged || !isComplete}>
            Save the roles
          </Button>
          {!isDefault && (
            <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate({ providerId })}>
              Use the operator’s roles
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function RoleChoice({ label, value, onChange }: { label: string; value: GroupRole; onChange(role: GroupRole): void }) {
  return (
    <Select
      label={label}
      data={[...GROUP_ROLES]}
      value={value}
      onChange={(role) => role !== null && onChange(role as GroupRole)}
      allowDeselect={false}
      w={150}
    />
  );
}
