/** The landscape as code. */
import type { Metadata } from 'next';
import { ManifestPage } from '@/features/manifest/ManifestPage';

export const metadata: Metadata = { title: 'Manifest' };

export default function Manifest() {
  return <ManifestPage />;
}
