/** What people do outside any tenant, such as choosing a password. HTTPS only, as sign-in is. */
import { answerPerson } from '@/doors/browser/browserContext';
import { refusePlainHttp } from '@/app/api/auth/refusePlainHttp';

export const dynamic = 'force-dynamic';

async function answer(request: Request): Promise<Response> {
  return refusePlainHttp(request) ?? (await answerPerson(request));
}

export { answer as GET, answer as POST };
