/** The cron route that works through waiting health signals for a while. */
import { consumeHealth } from '@/server/health/consume';
import { answerCron } from '@/app/api/cron/answerCron';

const BUDGET_MS = 20_000;

export const dynamic = 'force-dynamic';

function run(request: Request): Promise<Response> {
  return answerCron(request, () => consumeHealth(BUDGET_MS));
}

export { run as GET, run as POST };
