/** What every cron route shares: without CRON_SECRET as bearer nobody may call one, and where it is not set nobody may at all. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { AppError } from '@/domain/errors';
import { problemResponse } from '@/doors/http/problem';
import { env } from '@/server/env';
import { requestLog } from '@/server/observability/log';
import { appErrorOf } from '@/server/procedures/appErrors';

/** Seconds after which whatever kept the work from being done may have passed. */
const RETRY_AFTER = '5';

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Runs `work` for whoever knows the secret, and answers its counts; a problem where it fails, as the API does. */
export async function answerCron(request: Request, work: () => Promise<object>): Promise<Response> {
  const { CRON_SECRET } = env();
  const given = request.headers.get('authorization') ?? '';
  if (CRON_SECRET === undefined || !timingSafeEqual(hash(given), hash(`Bearer ${CRON_SECRET}`))) {
    const detail = 'Send `Authorization: Bearer` with the value of CRON_SECRET, which the server must have set.';
    return problemResponse(new AppError('unauthenticated', detail), { 'www-authenticate': 'Bearer' });
  }
  try {
    return Response.json(await work(), { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    const requestId = randomUUID();
    requestLog(requestId).error({ err: error, path: new URL(request.url).pathname }, 'a cron route failed');
    const known = appErrorOf(error);
    return problemResponse(known, known.code === 'unavailable' ? { 'retry-after': RETRY_AFTER } : {}, requestId);
  }
}
