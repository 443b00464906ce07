/**
 * An invitation as its holder sees it: people who are signed in join, people with an account sign in, new people choose a name and a
 * password.
 */
'use client';

import { Button, Stack, Text } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { DoorFrame } from '@/client/DoorFrame';
import { ROLE_SENTENCES } from '@/client/labels/accessLabels';
import { personClient } from '@/client/personClient';
import { RefusalNote } from '@/client/RefusalNote';
import { useAttempt } from '@/client/useAttempt';
import type { InvitationOffer } from '@/contract/people';
import { MessagePage } from '@/ui/MessagePage';
import { Timestamp } from '@/ui/Timestamp';
import { JoinForm } from './JoinForm';
import { endSession } from './signIn';

/** What a link leads to: an open offer, an expired one, or nothing. */
export type Found = { offer: InvitationOffer; over: null } | { offer: null; over: { invitedBy: string; expiredAt: string } | null };

interface Props {
  token: string;
  found: Found;
  signedInAs: string | null;
  /** Whether accounts have passwords here. */
  hasPassword: boolean;
}

export function InvitationPage({ token, found: { offer, over }, signedInAs, hasPassword }: Props) {
  if (offer === null) {
    const wayOn = { label: signedInAs === null ? 'Sign in' : 'Go to your landscape', href: '/' };
    if (over === null)
      return (
        <MessagePage
          title="This invitation no longer works"
          detail="It was used, withdrawn, or replaced by a newer one. If you have already joined with it, continue below. Otherwise ask the person who invited you for a new link."
          action={wayOn}
        />
      );
    return (
      <MessagePage
        title="This invitation has expired"
        detail={
          <>
            It was valid until <Timestamp at={over.expiredAt} />. Ask {over.invitedBy} for a new link; it takes one click on the page
            Members.
          </>
        }
        action={wayOn}
      />
    );
  }
  return (
    <DoorFrame
      title={`Join ${offer.tenantName}`}
      intro={`${offer.invitedBy} invites ${offer.email} as ${offer.role}. ${ROLE_SENTENCES[offer.role]}`}
      foot={
        <>
          The invitation works once, until <Timestamp at={offer.expiresAt} />.
        </>
      }
    >
      <WaysIn token={token} offer={offer} signedInAs={signedInAs} hasPassword={hasPassword} />
    </DoorFrame>
  );
}

function WaysIn({ token, offer, signedInAs, hasPassword }: Omit<Props, 'found'> & { offer: InvitationOffer }) {
  if (signedInAs?.toLowerCase() === offer.email) return <Accept token={token} tenantName={offer.tenantName} />;
  if (signedInAs !== null)
    return (
      <Explained
        action={
          <Button size="sm" fullWidth onClick={() => void endSession().then(() => window.location.reload())}>
            Sign out and continue
          </Button>
        }
      >
        This invitation is for {offer.email}, and you are signed in as {signedInAs}. Sign out to continue as {offer.email}, or ask for an
        invitation for this address.
      </Explained>
    );
  if (!offer.hasAccount && hasPassword) return <JoinForm token={token} email={offer.email} />;
  return (
    <Explained
      action={
        <Button component={Link} href={`/sign-in?next=${encodeURIComponent(`/invitations/${token}`)}`} size="sm" fullWidth>
          Sign in to join
        </Button>
      }
    >
      {offer.hasAccount
        ? `${offer.email} already has an account here.`
        : `Sign in as ${offer.email} with your organisation’s single sign-on, then join.`}
    </Explained>
  );
}

function Explained({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <Stack gap="md">
      <Text size="sm">{children}</Text>
      {action}
    </Stack>
  );
}

function Accept({ token, tenantName }: { token: string; tenantName: string }) {
  const { isBusy, error, attempt } = useAttempt();
  const accept = (): void =>
    attempt(personClient.acceptInvitation.mutate({ token }), ({ tenantId }) => window.location.assign(`/t/${tenantId}/home`));
  return (
    <Stack gap="md">
      {error !== null && <RefusalNote error={error} />}
      <Button size="sm" fullWidth loading={isBusy} onClick={accept}>
        Join {tenantName}
      </Button>
    </Stack>
  );
}
