/** How a failure of one thing reaches another. */
import type { Metadata } from 'next';
import { PathFinderPage } from '@/features/paths/PathFinderPage';

export const metadata: Metadata = { title: 'Path finder' };

export default function Paths() {
  return <PathFinderPage />;
}
