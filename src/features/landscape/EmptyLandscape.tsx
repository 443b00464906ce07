/** What a new tenant sees: how a landscape gets in. */
'use client';

import { Anchor, Box, Center, Code, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTenant } from '@/client/tenantContext';

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

export function EmptyLandscape() {
  const { tenantId, name } = useTenant();
  const [origin, setOrigin] = useState('https://your-host');
  useEffect(() => setOrigin(window.location.origin), []);
  const command = `curl -X POST "${origin}/api/${tenantId}/manifest/apply" \\
  -H "Authorization: Bearer $FAULTLINE_KEY" \\
  -H "Content-Type: application/yaml" --data-binary @landscape.yaml`;
  return (
    <Center p="lg" style={{ overflow: 'auto' }}>
      <Stack maw={620} w="100%" gap="md">
        <Box>
          <Title order={1}>{name} has no landscape yet</Title>
          <Text size="sm" c="dimmed" mt={4}>
            Describe your applications, their components and what they depend on in a manifest, then apply it. From then on you see here what breaks when something fails.
          </Text>
        </Box>
        <Box>
          <Title order={2} mb={6}>
            1. Write a manifest
          </Title>
          <Code block tabIndex={0}>
            {EXAMPLE}
          </Code>
          <Text size="xs" c="dimmed" mt={4}>
            Its schema is <Anchor href="/schemas/manifest.v1.json">manifest.v1.json</Anchor>; editors complete and check against it.
          </Text>
        </Box>
        <Box>
          <Title order={2} mb={6}>
            2. Apply it
          </Title>
          <Code block tabIndex={0}>
            {command}
          </Code>
          <Text size="xs" c="dimmed" mt={4}>
            An API key with the scope “write” is needed; owners and admins create keys on the Business plan and above. The <Anchor href="/docs">API reference</Anchor> tells the rest.
          </Text>
        </Box>
      </Stack>
    </Center>
  );
}
