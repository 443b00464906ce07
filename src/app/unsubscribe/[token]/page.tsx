/** The page that the link in a mail opens. */
import type { Metadata } from 'next';
import { UnsubscribePage } from '@/features/notifications/UnsubscribePage';
import { readUnsubscribeOffer } from '@/server/auth/unsubscribe';

// The URL is a secret: keep it out of referrers and search indexes.
export const metadata: Metadata = { title: 'Unsubscribe', referrer: 'no-referrer', robots: { index: false } };

export default async function Unsubscribe({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <UnsubscribePage token={token} name={(await readUnsubscribeOffer(token))?.name ?? null} />;
}
