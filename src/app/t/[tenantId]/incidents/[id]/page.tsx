/** One incident. */
import type { Metadata } from 'next';
import { IncidentPage } from '@/features/incidents/IncidentPage';

export const metadata: Metadata = { title: 'Incident' };

export default async function Incident({ params }: { params: Promise<{ id: string }> }) {
  return <IncidentPage id={(await params).id} />;
}
