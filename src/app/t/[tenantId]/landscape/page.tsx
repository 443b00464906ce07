/** The landscape of a tenant. */
import type { Metadata } from 'next';
import { LandscapePage } from '@/features/landscape/LandscapePage';

export const metadata: Metadata = { title: 'Landscape' };

export default function Landscape() {
  return <LandscapePage />;
}
