/** A choice of roles, each explained. It offers only those that this person may give. */
'use client';

import { Select, Stack, Text } from '@mantine/core';
import { ROLE_SENTENCES } from '@/client/labels/accessLabels';
import { useTenant } from '@/client/tenantContext';
import { mayManageRole } from '@/domain/access';
import { ROLES, type Role } from '@/domain/vocabulary';

interface Props {
  label: string;
  isLabelShown?: boolean;
  value: Role;
  isBusy?: boolean;
  onChange(role: Role): void;
}

export function RoleSelect({ label, isLabelShown = false, value, isBusy = false, onChange }: Props) {
  const { role: mine } = useTenant();
  const data = ROLES.filter((role) => role === value || mayManageRole(mine, role)).map((role) => ({ value: role, label: role }));
  return (
    <Select
      {...(isLabelShown ? { label } : { 'aria-label': label })}
      size={isLabelShown ? 'sm' : 'xs'}
      data={data}
      value={value}
      disabled={isBusy || !mayManageRole(mine, value)}
      allowDeselect={false}
      onChange={(role) => {
        if (role !== null && role !== value) onChange(role);
      }}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      maxDropdownHeight={360}
      w={isLabelShown ? undefined : 118}
      renderOption={({ option }) => (
        <Stack gap={0}>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" c="dimmed">
            {ROLE_SENTENCES[option.value as Role]}
          </Text>
        </Stack>
      )}
    />
  );
}
