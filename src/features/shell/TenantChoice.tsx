/** Which tenant to open, for people with several; what to do, for people with none. */
'use client';

import { Badge, Box, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { useState } from 'react';
import { DoorFrame } from '@/client/DoorFrame';
import type { Membership } from '@/client/tenantContext';
import { FoundTenantForm } from './FoundTenantForm';
import classes from './TenantChoice.module.css';
import { signOut } from './signOut';

interface Props {
  person: { name: string; email: string };
  memberships: readonly Membership[];
}

export function TenantChoice({ person, memberships }: Props) {
  const isNobodys = memberships.length === 0;
  return (
    <DoorFrame
      title={isNobodys ? 'You are not a member of any tenant yet' : 'Choose a landscape'}
      intro={isNobodys ? `An admin of your organisation can invite ${person.email}, or you can start your own tenant.` : undefined}
      foot={
        <Group justify="center" gap={6}>
          Signed in as {person.email}.
          <Button variant="subtle" size="compact-xs" onClick={() => void signOut()}>
            Sign out
          </Button>
        </Group>
      }
    >
      {!isNobodys && (
        <Stack gap="xs" mb="md">
          {memberships.map((membership) => (
            <Choice key={membership.tenantId} membership={membership} />
          ))}
        </Stack>
      )}
      <OwnTenant isOpenAtFirst={isNobodys} />
    </DoorFrame>
  );
}

function Choice({ membership: { tenantId, name, plan, role } }: { membership: Membership }) {
  return (
    <UnstyledButton component={Link} href={`/t/${tenantId}/home`} className={classes.tenant}>
      <Group justify="space-between" wrap="nowrap">
        <Box miw={0}>
          <Text fw={550} truncate title={name}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {role}
          </Text>
        </Box>
        <Group gap="xs" wrap="nowrap" flex="none">
          <Badge variant="default" size="sm" tt="none" flex="none">
            {plan}
          </Badge>
          <IconChevronRight size={16} aria-hidden="true" />
        </Group>
      </Group>
    </UnstyledButton>
  );
}

function OwnTenant({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  if (isOpen) return <FoundTenantForm />;
  return (
    <Button variant="subtle" leftSection={<IconPlus size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
      New tenant
    </Button>
  );
}
