/** A new key in clear text, with commands to try it. It is shown nowhere else. */
'use client';

import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTenant } from '@/client/tenantContext';
import type { CreatedApiKey } from '@/contract/apiKeys';
import { CopyBox } from '@/ui/CopyBox';
import { commandsOf } from './curlLine';

export function CreatedKey({ made, onDone }: { made: CreatedApiKey; onDone(): void }) {
  const { tenantId } = useTenant();
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden="true" />} role="status">
        This key is shown only once. Copy it to where it is needed before you close this.
      </Alert>
      <CopyBox label="The key" text={made.key} isToken />
      {commandsOf(made.scopes, { origin: window.location.origin, tenantId, key: made.key }).map(({ label, text }) => (
        <CopyBox key={label} label={label} text={text} />
      ))}
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
