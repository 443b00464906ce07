/** Signing in and out, by better-auth. */
import { auth } from '@/server/auth/signIn';

export const dynamic = 'force-dynamic';

function answer(request: Request): Promise<Response> {
  return auth().handler(request);
}

export { answer as GET, answer as POST };
