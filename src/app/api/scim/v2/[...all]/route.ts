/** SCIM 2.0: identity providers send people and groups. */
import { answerProvisioning } from '@/server/auth/provisioning';
import { refusePlainHttp } from '@/app/api/auth/refusePlainHttp';

export const dynamic = 'force-dynamic';

async function answer(request: Request): Promise<Response> {
  return refusePlainHttp(request) ?? (await answerProvisioning(request));
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
