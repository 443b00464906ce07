/** The page that an invitation's link opens, for people with and without an account. */
import type { Metadata } from 'next';
import { InvitationPage, type Found } from '@/features/signIn/InvitationPage';
import { waysIn } from '@/server/auth/signIn';
import { readOffer } from '@/server/auth/invitations';
import { AppError } from '@/domain/errors';
import { findVisitor } from '@/app/visitor';

// The URL is a secret: keep it out of referrers and search indexes.
export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer', robots: { index: false } };

async function invitationAt(token: string): Promise<Found> {
  try {
    return { offer: await readOffer(token, new Date()), over: null };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    const { invitedBy, expiredAt } = error.facts ?? {};
    return { offer: null, over: typeof invitedBy === 'string' && typeof expiredAt === 'string' ? { invitedBy, expiredAt } : null };
  }
}

export default async function Invitation({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const visitor = await findVisitor();
  return (
    <InvitationPage
      token={token}
      found={await invitationAt(token)}
      signedInAs={visitor?.person.email ?? null}
      hasPassword={waysIn().hasPassword}
    />
  );
}
