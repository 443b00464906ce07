/** A new key in clear, with a line to try it by. It is shown nowhere else. */
'use client';

import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTenant } from '@/client/tenantContext';
import type { CreatedApiKey } from '@/contract/apiKeys';
import { CopyBox } from '@/ui/CopyBox';
import { curlLine } from './curlLine';

export function CreatedKey({ made, onDone }: { made: CreatedApiKey; onDone(): void }) {
  const { tenantId } = useTenant();
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden="true" />} role="status">
        This is the only time that you see this key. Copy it to where it is needed; when you close this it cannot be shown again.
      </Alert>
      <CopyBox label="The key" text={made.key} isToken />
      <CopyBox label="A line to try it" text={curlLine({ origin: window.location.origin, tenantId, key: made.key, scopes: made.scopes })} />
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
