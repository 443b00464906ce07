/** For people of several tenants: which one; for people of none: what to do. */
'use client';

import { Badge, Box, Button, Center, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import Link from 'next/link';
import { useState } from 'react';
import type { Membership } from '@/client/tenantContext';
import { Wordmark } from '@/ui/Wordmark';
import { FoundTenantForm } from './FoundTenantForm';
import classes from './TenantChoice.module.css';
import { signOut } from './signOut';

interface Props {
  person: { name: string; email: string };
  memberships: readonly Membership[];
}

export function TenantChoice({ person, memberships }: Props) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Box w="100%" maw={420}>
        <Center mb="xl">
          <Wordmark size={26} />
        </Center>
        <Paper withBorder p="lg" radius="lg" bg="var(--surface)">
          <Title order={1} mb="md">
            {memberships.length === 0 ? 'You belong to no tenant yet' : 'Choose a landscape'}
          </Title>
          {memberships.length === 0 && (
            <Text size="sm" c="dimmed">
              An admin of your organisation can invite {person.email}, or you start a tenant of your own.
            </Text>
          )}
          <Stack gap="xs">
            {memberships.map(({ tenantId, name, plan, role }) => (
              <UnstyledButton key={tenantId} component={Link} href={`/t/${tenantId}/landscape`} className={classes.tenant}>
                <Group justify="space-between" wrap="nowrap">
                  <Box miw={0}>
                    <Text fw={550} truncate>
                      {name}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {role}
                    </Text>
                  </Box>
                  <Group gap="xs" wrap="nowrap">
                    <Badge variant="default" size="sm" tt="none">
                      {plan}
                    </Badge>
                    <IconChevronRight size={16} aria-hidden="true" />
                  </Group>
                </Group>
              </UnstyledButton>
            ))}
          </Stack>
          <OwnTenant isOpenAtFirst={memberships.length === 0} />
        </Paper>
        <Group justify="center" mt="md" gap={6}>
          <Text size="xs" c="dimmed">
            Signed in as {person.email}.
          </Text>
          <Button variant="subtle" size="compact-xs" onClick={() => void signOut()}>
            Sign out
          </Button>
        </Group>
      </Box>
    </Center>
  );
}

function OwnTenant({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <Box mt="md">
      {isOpen ? (
        <FoundTenantForm />
      ) : (
        <Button variant="subtle" leftSection={<IconPlus size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
          New tenant
        </Button>
      )}
    </Box>
  );
}
