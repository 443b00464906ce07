/** The badge of an application, for pages outside Faultline. */
import { badgeSvg, busyBadge, goneBadge } from '@/client/badgeSvg';
import { BADGE_SECONDS, readBadge } from '@/server/sharing/badge';
import { addressOf, answerStranger } from '@/app/s/answerStranger';
import { STRANGERS_HEADERS } from '@/app/s/strangersHeaders';

export const dynamic = 'force-dynamic';

const ENDING = /\.svg$/;

const BADGE_HEADERS = {
  ...STRANGERS_HEADERS,
  'Content-Type': 'image/svg+xml; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'",
};

export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  return answerStranger(
    async () => {
      const facts = await readBadge(ENDING.test(file) ? file.replace(ENDING, '') : '', addressOf(request), new Date());
      return new Response(badgeSvg(facts), { headers: { ...BADGE_HEADERS, 'Cache-Control': `public, max-age=${BADGE_SECONDS}` } });
    },
    ({ code }) => ({ body: code === 'not_found' ? goneBadge() : busyBadge(), headers: BADGE_HEADERS }),
  );
}
