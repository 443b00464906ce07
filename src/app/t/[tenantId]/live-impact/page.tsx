/** What is impacted right now. */
import type { Metadata } from 'next';
import { LiveImpactPage } from '@/features/liveImpact/LiveImpactPage';

export const metadata: Metadata = { title: 'Live impact' };

export default function LiveImpact() {
  return <LiveImpactPage />;
}
