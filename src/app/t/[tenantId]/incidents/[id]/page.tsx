/** One incident. */
import type { Metadata } from 'next';
import { IncidentPage } from '@/features/incidents/IncidentPage';
import { FirstAnswers } from '@/app/FirstAnswers';

export const metadata: Metadata = { title: 'Incident' };

export default async function Incident({ params }: { params: Promise<{ tenantId: string; id: string }> }) {
  const { tenantId, id } = await params;
  return (
    <FirstAnswers
      tenantId={tenantId}
      questions={({ incidents }, ask) => [ask(incidents.get.queryOptions({ id })), ask(incidents.changesBefore.queryOptions({ id }))]}
    >
      <IncidentPage id={id} />
    </FirstAnswers>
  );
}
