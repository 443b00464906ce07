/** The current tenant, the others, and a new one. */
'use client';

import { Box, Group, Menu, Modal, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import Link from 'next/link';
import { useState } from 'react';
import { useTenant, type Membership } from '@/client/tenantContext';
import classes from './AppFrame.module.css';
import { FoundTenantForm } from './FoundTenantForm';

export function TenantSwitch({ memberships }: { memberships: readonly Membership[] }) {
  const tenant = useTenant();
  const [isFounding, setFounding] = useState(false);
  return (
    <>
      <Menu width="target" position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={classes.tenant}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <TenantName tenant={tenant} />
              <IconSelector size={15} aria-hidden="true" />
              <VisuallyHidden>Change tenant</VisuallyHidden>
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
          {memberships.map(({ tenantId, name }) => (
            <Menu.Item
              key={tenantId}
              component={Link}
              href={`/t/${tenantId}/home`}
              rightSection={tenantId === tenant.tenantId ? <IconCheck size={14} /> : null}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={14} />} onClick={() => setFounding(true)}>
            New tenant
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isFounding} onClose={() => setFounding(false)} title="New tenant">
        <FoundTenantForm />
      </Modal>
    </>
  );
}

function TenantName({ tenant }: { tenant: Membership }) {
  return (
    <Box miw={0}>
      <Text size="sm" fw={550} truncate>
        {tenant.name}
      </Text>
      <Text size="xs" c="dimmed">
        {tenant.plan} plan · {tenant.role}
      </Text>
    </Box>
  );
}
