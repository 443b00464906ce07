/** What is impacted right now. Its answers come with the page. */
import type { Metadata } from 'next';
import { LiveImpactPage } from '@/features/liveImpact/LiveImpactPage';
import { LoadingRows } from '@/ui/LoadingRows';
import { FirstAnswers } from '@/app/FirstAnswers';

export const metadata: Metadata = { title: 'Live impact' };

export default async function LiveImpact({ params }: { params: Promise<{ tenantId: string }> }) {
  return (
    <FirstAnswers
      tenantId={(await params).tenantId}
      meanwhile={<LoadingRows label="Live impact is loading" />}
      questions={({ health }, ask) => [
        ask(health.snapshot.queryOptions({})),
        ask(health.causes.queryOptions({})),
        ask(health.lanes.queryOptions({})),
      ]}
    >
      <LiveImpactPage />
    </FirstAnswers>
  );
}
