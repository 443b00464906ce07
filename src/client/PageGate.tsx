/** Guards pages that a role cannot use: people who follow a link there see an explanation instead of controls that would be refused. */
'use client';

import { Button, Stack, Text, Title } from '@mantine/core';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { isRoleAtLeast } from '@/domain/access';
import { PageLink } from './PageLink';
import { PAGES, homeHref, pageHref } from './pages';
import { useTenant } from './tenantContext';

export function PageGate({ children }: { children: ReactNode }) {
  const { tenantId, name, role } = useTenant();
  const pathname = usePathname();
  const page = PAGES.find(({ path }) => pathname === pageHref(tenantId, path));
  if (page?.leastRole === undefined || isRoleAtLeast(role, page.leastRole)) return children;
  return (
    <Stack align="center" gap="sm" px="md" py={96} maw={520} mx="auto" ta="center">
      <Title order={1}>{`${page.label} needs the ${page.leastRole} role or above`}</Title>
      <Text size="sm" c="dimmed">
        You belong to {name} as {role}. An Admin or Owner can give you another role.
      </Text>
      <Button component={PageLink} href={homeHref(tenantId)} variant="default">
        Go home
      </Button>
    </Stack>
  );
}
