/** What breaks when something fails, or what could make it fail. */
import type { Metadata } from 'next';
import { BlastRadiusPage } from '@/features/blastRadius/BlastRadiusPage';

export const metadata: Metadata = { title: 'Blast radius' };

export default function BlastRadius() {
  return <BlastRadiusPage />;
}
