/** The secret of a webhook in clear text. It is shown nowhere else. */
'use client';

import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyBox } from '@/ui/CopyBox';

export function SecretNote({ secret, onDone }: { secret: string; onDone(): void }) {
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden="true" />} role="status">
        This secret is shown only once. The receiver uses it to check that an event comes from here (Standard Webhooks).
      </Alert>
      <CopyBox label="Secret" text={secret} isToken />
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
