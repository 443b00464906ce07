/** One incident, step by step. Its first picture comes with the page. */
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { ReplayPage } from '@/features/incidents/replay/ReplayPage';
import { firstMoment, replayParsers } from '@/features/incidents/replay/replayAddress';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import { FirstAnswers } from '@/app/FirstAnswers';

export const metadata: Metadata = { title: 'Replay' };

const readAddress = createLoader(replayParsers);

interface Props {
  params: Promise<{ tenantId: string; id: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function Replay({ params, searchParams }: Props) {
  const { tenantId, id } = await params;
  const { at } = await readAddress(searchParams);
  return (
    <FirstAnswers
      tenantId={tenantId}
      meanwhile={<PictureSkeleton label="The replay is loading" />}
      questions={({ incidents, health }, ask, known) => {
        const replay = incidents.replay.queryOptions({ id });
        return [
          ask(replay).then(() => {
            const answer = known.getQueryData(replay.queryKey);
            return answer === undefined ? undefined : ask(health.past.queryOptions({ at: firstMoment(answer, at) }));
          }),
        ];
      }}
    >
      <ReplayPage id={id} />
    </FirstAnswers>
  );
}
