/** The home page of a tenant: what is wrong now, the changes worth most, and what would hurt most. */
import type { Metadata } from 'next';
import { BestFixes } from '@/client/fixes/BestFixes';
import { HomePage } from '@/features/home/HomePage';
import { latelyQuestions } from '@/features/home/latelyQuestions';
import { LoadingRows } from '@/ui/LoadingRows';
import { FirstAnswers } from '@/app/FirstAnswers';

export const metadata: Metadata = { title: 'Home' };

export default async function Home({ params }: { params: Promise<{ tenantId: string }> }) {
  const { tenantId } = await params;
  const fixes = (
    <FirstAnswers
      tenantId={tenantId}
      meanwhile={<LoadingRows label="Trying changes" rows={4} />}
      questions={({ weakPoints }, ask) => [ask(weakPoints.best.queryOptions({}))]}
    >
      <BestFixes />
    </FirstAnswers>
  );
  return (
    <FirstAnswers
      tenantId={tenantId}
      meanwhile={<LoadingRows label="The overview is loading" />}
      questions={({ home, health, incidents, maintenance, views }, ask) => {
        const lately = latelyQuestions(Date.now());
        return [
          ask(home.overview.queryOptions({})),
          ask(home.trend.queryOptions({})),
          ask(health.causes.queryOptions({})),
          ask(incidents.list.queryOptions(lately.incidents)),
          ask(maintenance.list.queryOptions(lately.maintenance)),
          ask(views.list.queryOptions({})),
        ];
      }}
    >
      <HomePage fixes={fixes} />
    </FirstAnswers>
  );
}
