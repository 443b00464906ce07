/** What takes something down, alone or only together. */
import type { Metadata } from 'next';
import { WeakPointsPage } from '@/features/weakPoints/WeakPointsPage';

export const metadata: Metadata = { title: 'Weak points' };

export default function WeakPoints() {
  return <WeakPointsPage />;
}
