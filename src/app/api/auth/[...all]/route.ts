/** Signing in and out, by better-auth. */
import { answerAuth } from '@/server/auth/signIn';
import { refusePlainHttp } from '@/app/api/auth/refusePlainHttp';

export const dynamic = 'force-dynamic';

async function answer(request: Request): Promise<Response> {
  return refusePlainHttp(request) ?? (await answerAuth(request));
}

export { answer as GET, answer as POST };
