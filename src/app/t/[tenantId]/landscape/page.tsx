/** The landscape of a tenant. Its picture comes with the page, as this browser last showed it. */
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { createLoader, type SearchParams } from 'nuqs/server';
import { readWindow, WINDOW_COOKIE } from '@/client/keptWindow';
import { LOOK_COOKIE, lookInWindow, readLook, type KeptLook } from '@/features/landscape/address/keptLook';
import { landscapeParsers } from '@/features/landscape/address/landscapeAddress';
import { firstPictureInput } from '@/features/landscape/address/firstPictureInput';
import { LandscapePage } from '@/features/landscape/LandscapePage';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import { FirstAnswers } from '@/app/FirstAnswers';

export const metadata: Metadata = { title: 'Landscape' };

const readAddress = createLoader(landscapeParsers);

interface Props {
  params: Promise<{ tenantId: string }>;
  searchParams: Promise<SearchParams>;
}

/** Null in a browser that keeps nothing. */
async function keptLook(): Promise<KeptLook | null> {
  const kept = await cookies();
  const window = readWindow(kept.get(WINDOW_COOKIE)?.value);
  return readLook(kept.get(LOOK_COOKIE)?.value) ?? (window === null ? null : lookInWindow(window));
}

export default async function Landscape({ params, searchParams }: Props) {
  const kept = await keptLook();
  const first = kept === null ? null : firstPictureInput(await readAddress(searchParams), kept);
  return (
    <FirstAnswers
      tenantId={(await params).tenantId}
      meanwhile={<PictureSkeleton label="Loading the landscape" />}
      questions={({ landscape }, ask) =>
        first === null ? [] : [ask(landscape.picture.queryOptions(first.picture)), ask(landscape.pictureMarks.queryOptions(first.marks))]
      }
    >
      <LandscapePage kept={kept} />
    </FirstAnswers>
  );
}
