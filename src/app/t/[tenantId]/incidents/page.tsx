/** The incidents of a tenant. */
import type { Metadata } from 'next';
import { IncidentsPage } from '@/features/incidents/IncidentsPage';

export const metadata: Metadata = { title: 'Incidents' };

export default function Incidents() {
  return <IncidentsPage />;
}
