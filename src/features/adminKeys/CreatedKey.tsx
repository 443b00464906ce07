/** A new key in clear text, with a command to try it. It is shown nowhere else. */
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
        This key is shown only once. Copy it to where it is needed before you close this.
      </Alert>
      <CopyBox label="The key" text={made.key} isToken />
      <CopyBox
        label="A command to try it"
        text={curlLine({ origin: window.location.origin, tenantId, key: made.key, scopes: made.scopes })}
      />
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
