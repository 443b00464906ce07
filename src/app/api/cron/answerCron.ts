/** What every cron route shares: without CRON_SECRET as bearer nobody may call one, and where it is not set nobody may at all. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '@/server/env';

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Runs `work` for whoever knows the secret, and answers its counts. */
export async function answerCron(request: Request, work: () => Promise<object>): Promise<Response> {
  const { CRON_SECRET } = env();
  const given = request.headers.get('authorization') ?? '';
  if (CRON_SECRET === undefined || !timingSafeEqual(hash(given), hash(`Bearer ${CRON_SECRET}`))) {
    const detail = 'Send `Authorization: Bearer` with the value of CRON_SECRET, which the server must have set.';
    return Response.json({ title: 'Not for you', status: 401, code: 'unauthenticated', detail }, { status: 401, headers: { 'content-type': 'application/problem+json', 'www-authenticate': 'Bearer' } });
  }
  return Response.json(await work(), { headers: { 'cache-control': 'no-store' } });
}
