/** Share links and badges of a tenant. */
import type { Metadata } from 'next';
import { ShareLinksPage } from '@/features/adminSharing/ShareLinksPage';

export const metadata: Metadata = { title: 'Share links' };

export default function ShareLinks() {
  return <ShareLinksPage />;
}
