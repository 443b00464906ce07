/** The link of an invitation, for its creator to pass on: this service sends no mail. */
'use client';

import { Text } from '@mantine/core';
import type { CreatedInvitation } from '@/contract/people';
import { ShownOnce } from '@/ui/ShownOnce';
import { Timestamp } from '@/ui/Timestamp';

export function InvitationLink({ made: { email, token, expiresAt, role }, onDone }: { made: CreatedInvitation; onDone(): void }) {
  return (
    <ShownOnce
      label="Invitation link"
      text={`${window.location.origin}/invitations/${token}`}
      below={
        <Text size="sm" c="dimmed">
          It works once, until <Timestamp at={expiresAt} />, and makes them {role}.
        </Text>
      }
      onDone={onDone}
    >
      Send this link to {email} yourself, in a way that only they can read: anyone who opens it can join as them. It is shown only once.
    </ShownOnce>
  );
}
