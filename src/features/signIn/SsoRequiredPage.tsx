/** What a member sees of a tenant that requires single sign-on, when they signed in with a password. */
'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DoorFrame } from '@/client/DoorFrame';
import { endSession } from './signIn';

interface Props {
  tenantName: string;
  returnTo: string;
  hasOtherTenants: boolean;
}

export function SsoRequiredPage({ tenantName, returnTo, hasOtherTenants }: Props) {
  const [isBusy, setBusy] = useState(false);
  const signOut = (): void => {
    setBusy(true);
    void endSession().then(() => window.location.assign(`/sign-in?next=${encodeURIComponent(returnTo)}`));
  };
  return (
    <DoorFrame
      title="Single sign-on is required"
      intro={`Members of ${tenantName} sign in with single sign-on.`}
      foot="If the sign-in of your organisation does not work, ask an Owner."
    >
      <Stack gap="sm">
        <Text size="sm">You signed in with a password. Sign out, then continue with single sign-on.</Text>
        <Button loading={isBusy} onClick={signOut} fullWidth>
          Sign out and sign in again
        </Button>
        {hasOtherTenants && (
          <Button variant="default" component="a" href="/" fullWidth>
            Choose another tenant
          </Button>
        )}
      </Stack>
    </DoorFrame>
  );
}
