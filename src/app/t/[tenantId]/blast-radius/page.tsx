/** What breaks when something fails, or what could make it fail. */
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { limited } from '@/client/blastRadiusQuestion';
import { blastRadiusParsers, columnsQuestion, questionOf } from '@/features/blastRadius/blastRadiusAddress';
import { BlastRadiusPage } from '@/features/blastRadius/BlastRadiusPage';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import { FirstAnswers } from '@/app/FirstAnswers';

export const metadata: Metadata = { title: 'Blast radius' };

const readAddress = createLoader(blastRadiusParsers);

interface Props {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function BlastRadius({ params, searchParams }: Props) {
  const view = await readAddress(searchParams);
  const question = view.at === null ? questionOf(view) : null;
  return (
    <FirstAnswers
      tenantId={(await params).tenantId}
      meanwhile={<PictureSkeleton label="Calculating" />}
      questions={({ impact }, ask) =>
        question === null
          ? []
          : [ask(impact.blastRadius.queryOptions(limited(question))), ask(impact.lanes.queryOptions(columnsQuestion(question, view.group)))]
      }
    >
      <BlastRadiusPage />
    </FirstAnswers>
  );
}
