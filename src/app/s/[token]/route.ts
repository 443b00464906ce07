/** The view behind a share link, for people without an account. */
import { readSharedView } from '@/server/sharing/openLink';
import { addressOf, answerStranger } from '@/app/s/answerStranger';
import { PAGE_HEADERS, plainPage, sharedPage } from '@/app/s/sharedPage';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  const { token } = await params;
  return answerStranger(
    async () => {
      const view = await readSharedView(token, addressOf(request), new Date());
      return new Response(await sharedPage(view), { headers: PAGE_HEADERS });
    },
    ({ code, message }) => ({
      body: plainPage(code === 'not_found' ? 'Nothing to see here' : 'Not right now', message),
      headers: PAGE_HEADERS,
    }),
  );
}
