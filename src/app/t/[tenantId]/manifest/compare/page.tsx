/** Where documents about one system disagree. */
import type { Metadata } from 'next';
import { ComparePage } from '@/features/manifest/compare/ComparePage';

export const metadata: Metadata = { title: 'Compare sources' };

export default function ManifestCompare() {
  return <ComparePage />;
}
