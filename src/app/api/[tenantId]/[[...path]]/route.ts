/** REST behind Next, for platforms that run Next alone; `npm start` answers these paths before Next sees them. */
import { answerWebRequest } from '@/doors/webHandler';
import { env } from '@/server/env';

function answer(request: Request): Promise<Response> {
  return answerWebRequest(request, { isProxyTrusted: env().TRUST_PROXY !== '' });
}

export { answer as DELETE, answer as GET, answer as HEAD, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
export const dynamic = 'force-dynamic';
