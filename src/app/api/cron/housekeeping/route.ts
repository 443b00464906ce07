/** The cron route that deletes what has expired. */
import { tidyUp } from '@/server/housekeeping';
import { answerCron } from '@/app/api/cron/answerCron';

export const dynamic = 'force-dynamic';

function run(request: Request): Promise<Response> {
  return answerCron(request, () => tidyUp());
}

export { run as GET, run as POST };
