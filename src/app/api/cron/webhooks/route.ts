/** The cron route that sends due webhooks for a while. */
import { deliverWebhooks } from '@/server/webhooks/deliverWebhooks';
import { answerCron } from '@/app/api/cron/answerCron';

const BUDGET_MS = 20_000;

export const dynamic = 'force-dynamic';

function run(request: Request): Promise<Response> {
  return answerCron(request, () => deliverWebhooks(BUDGET_MS));
}

export { run as GET, run as POST };
