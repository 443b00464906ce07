/** What a new tenant sees: how to fill a landscape. */
'use client';

import { Anchor, Box, Button, Center, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconFileCode, IconPlus } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { isRoleAtLeast } from '@/domain/access';

const EXAMPLE = `version: 1
name: my-landscape
applications:
  - technicalName: shop
    name: Shop
    components:
      - { technicalName: web, name: Web shop, kind: WebApp }
      - { technicalName: orders-db, name: Orders, kind: Database }
dependencies:
  - { source: web, target: orders-db, dependencyType: ReadsWrites, mode: Hard }`;

const never = (): (() => void) => () => undefined;

export function EmptyLandscape() {
  const { tenantId, name, role } = useTenant();
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => 'https://your-host',
  );
  const command = `curl -X POST "${origin}/api/${tenantId}/manifest/apply" \\
  -H "Authorization: Bearer $FAULTLINE_KEY" \\
  -H "Content-Type: application/yaml" --data-binary @landscape.yaml`;
  return (
    <Center p="lg" style={{ overflow: 'auto', alignItems: 'safe center' }}>
      <Stack maw={620} w="100%" gap="md">
        <Box>
          <Title order={1}>{name} has no landscape yet</Title>
          <Text size="sm" c="dimmed" mt={4}>
            Describe your applications, their components and what they depend on. This page then shows what breaks when something fails.
          </Text>
          {isRoleAtLeast(role, 'Editor') ? (
            <Group gap="xs" mt="sm">
              <Button
                component={PageLink}
                href={pageHref(tenantId, 'manifest')}
                size="sm"
                leftSection={<IconFileCode size={16} aria-hidden="true" />}
              >
                Write or open a manifest
              </Button>
              <Button
                component={PageLink}
                href={`${pageHref(tenantId, 'inventory/applications')}?new=true`}
                variant="default"
                size="sm"
                leftSection={<IconPlus size={16} aria-hidden="true" />}
              >
                Add an application by hand
              </Button>
            </Group>
          ) : (
            <Text size="sm" mt="sm">
              Editors, Admins and Owners of this tenant can fill it. What they add appears here.
            </Text>
          )}
        </Box>
        <Box>
          <Title order={2} mb={6}>
            What a manifest looks like
          </Title>
          <Code block tabIndex={0}>
            {EXAMPLE}
          </Code>
          <Text size="xs" c="dimmed" mt={4}>
            Its schema is{' '}
            <Anchor href="/schemas/manifest.v1.json" underline="always">
              manifest.v1.json
            </Anchor>
            ; editors use it to complete and check your file.
          </Text>
        </Box>
        <Box>
          <Title order={2} mb={6}>
            From a pipeline
          </Title>
          <Code block tabIndex={0}>
            {command}
          </Code>
          <Text size="xs" c="dimmed" mt={4}>
            You need an API key with the scope “write”. Owners and Admins create keys on the Business plan and above. See the{' '}
            <Anchor href="/docs" underline="always">
              API reference
            </Anchor>{' '}
            for details.
          </Text>
        </Box>
      </Stack>
    </Center>
  );
}
