/** The link of an invitation, for its creator to pass on: this service sends no mail. */
'use client';

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { CreatedInvitation } from '@/contract/people';
import { CopyBox } from '@/ui/CopyBox';
import { Timestamp } from '@/ui/Timestamp';

export function InvitationLink({ made, onDone }: { made: CreatedInvitation; onDone(): void }) {
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden="true" />} role="status">
        Send this link to {made.email} yourself, in a way that only they can read: anyone who opens it can join as them. It is shown only
        once.
      </Alert>
      <CopyBox label="Invitation link" text={`${window.location.origin}/invitations/${made.token}`} isToken />
      <Text size="sm" c="dimmed">
        It works once, until <Timestamp at={made.expiresAt} />, and makes them {made.role}.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
