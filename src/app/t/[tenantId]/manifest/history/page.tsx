/** The applied manifests. */
import type { Metadata } from 'next';
import { HistoryPage } from '@/features/manifest/history/HistoryPage';

export const metadata: Metadata = { title: 'Applied manifests' };

export default function ManifestHistory() {
  return <HistoryPage />;
}
