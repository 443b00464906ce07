/** What all cron routes share: a call needs CRON_SECRET as its bearer token, and without a configured secret every call is refused. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { AppError } from '@/domain/errors';
import { problemResponse } from '@/doors/http/problem';
import { env } from '@/server/env';
import { requestLog } from '@/server/observability/log';
import { traceIdOf } from '@/server/observability/traceparent';
import { appErrorOf } from '@/server/procedures/appErrors';

/** In seconds: by then the cause of the failure may be gone. */
const RETRY_AFTER = '5';

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Runs `work` for callers that know the secret, and answers its counts. If it fails, answers a problem body as the API does. */
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
    requestLog({ requestId, traceId: traceIdOf(request.headers.get('traceparent')) }).error(
      { err: error, path: new URL(request.url).pathname },
      'a cron route failed',
    );
    const known = appErrorOf(error);
    return problemResponse(known, known.code === 'unavailable' ? { 'retry-after': RETRY_AFTER } : {}, requestId);
  }
}
