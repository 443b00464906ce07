/** The cron route: works through waiting health signals for a while. Without CRON_SECRET nobody may call it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '@/server/env';
import { consumeHealth } from '@/server/health/consume';

const BUDGET_MS = 20_000;

export const dynamic = 'force-dynamic';

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function run(request: Request): Promise<Response> {
  const { CRON_SECRET } = env();
  const given = request.headers.get('authorization') ?? '';
  if (CRON_SECRET === undefined || !timingSafeEqual(hash(given), hash(`Bearer ${CRON_SECRET}`))) {
    const detail = 'Send `Authorization: Bearer` with the value of CRON_SECRET, which the server must have set.';
    return Response.json({ title: 'Not for you', status: 401, code: 'unauthenticated', detail }, { status: 401, headers: { 'content-type': 'application/problem+json', 'www-authenticate': 'Bearer' } });
  }
  return Response.json(await consumeHealth(BUDGET_MS), { headers: { 'cache-control': 'no-store' } });
}

export { run as GET, run as POST };
