/** The REST API as a Next route, for platforms that run only Next; with `npm start`, the front server answers these paths before Next. */
import { answerWebRequest } from '@/doors/webHandler';
import { env } from '@/server/env';

function answer(request: Request): Promise<Response> {
  return answerWebRequest(request, { isProxyTrusted: env().TRUST_PROXY !== '' });
}

export { answer as DELETE, answer as GET, answer as HEAD, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
export const dynamic = 'force-dynamic';
