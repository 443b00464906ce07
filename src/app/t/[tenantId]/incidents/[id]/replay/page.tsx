/** One incident, minute by minute. */
import type { Metadata } from 'next';
import { ReplayPage } from '@/features/incidents/replay/ReplayPage';

export const metadata: Metadata = { title: 'Replay' };

export default async function Replay({ params }: { params: Promise<{ id: string }> }) {
  return <ReplayPage id={(await params).id} />;
}
