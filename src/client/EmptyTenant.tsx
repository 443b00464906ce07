/** The one card for a tenant without a landscape, on every page that needs one: what is missing, and the ways to fill it. */
'use client';

import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { isRoleAtLeast } from '@/domain/access';
import { PageLink } from './PageLink';
import { homeHref, pageHref } from './pages';
import { useTenant } from './tenantContext';
import { useTRPC } from './trpc';

interface Props {
  /** One sentence: what this page shows once there is a landscape. */
  then: string;
}

export function EmptyTenant({ then }: Props) {
  const { tenantId, name, role } = useTenant();
  const id = useId();
  const ways = [
    { label: 'Write a manifest', path: 'manifest' },
    { label: 'Connect what you run', path: 'connect' },
    { label: 'Add an application by hand', path: 'inventory/applications?new=true' },
  ];
  return (
    <Paper component="section" withBorder p="lg" radius="md" bg="var(--surface)" maw={720} aria-labelledby={id}>
      <Title order={2} id={id}>
        {name} has no landscape yet
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {then}
      </Text>
      {isRoleAtLeast(role, 'Editor') ? (
        <Group gap="xs" mt="md">
          <Button component={PageLink} href={homeHref(tenantId)}>
            Load a sample or import files
          </Button>
          {ways.map(({ label, path }) => (
            <Button key={path} component={PageLink} href={pageHref(tenantId, path)} variant="default">
              {label}
            </Button>
          ))}
        </Group>
      ) : (
        <Text size="sm" mt="sm">
          Editors, Admins and Owners of this tenant can fill it.
        </Text>
      )}
    </Paper>
  );
}

/** Whether there is no landscape at all: applications may be recorded before their components are. */
export function isLandscapeEmpty({ components, applications }: { components: number; applications: number }): boolean {
  return components === 0 && applications === 0;
}

/** The card where the tenant has neither a component nor an application, and otherwise what a page shows that has nothing to list. */
export function UnlessEmpty({ then, children }: Props & { children: ReactNode }) {
  const overview = useQuery(useTRPC().home.overview.queryOptions({}));
  if (overview.isPending) return <Skeleton height={120} radius="md" role="status" aria-label="Loading" />;
  const size = overview.data?.size;
  return size !== undefined && isLandscapeEmpty(size) ? <EmptyTenant then={then} /> : children;
}
