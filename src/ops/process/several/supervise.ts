/** Turns this process into the supervisor of the others. */
import type { Lifetime } from '@/ops/process/lifetime';
import { env } from '@/server/env';
import { metrics } from '@/server/observability/metrics';
import { restarts } from '@/server/observability/restarts';
import type { ProcessPlan } from './processPlan';
import { Supervisor } from './supervisor';

export interface SuperviseOptions {
  plan: ProcessPlan;
  port: number;
  lifetime: Lifetime;
  say: (line: string) => void;
}

/** Resolves with the port once all children answer or work. */
export async function supervise({ plan, port, lifetime, say }: SuperviseOptions): Promise<number> {
  const { registry } = metrics();
  registry.setDefaultLabels({ process: 'supervisor' });
  // The supervisor has closed its database connections.
  registry.removeSingleMetric('faultline_database_connections');
  const supervisor = new Supervisor({
    plan,
    settings: env(),
    port,
    say,
    onGivingUp: (reason) => {
      if (lifetime.isEnding) return;
      say(reason);
      void lifetime.end(1);
    },
    onUnread: () => void lifetime.end(0),
    onRestart: (role) => restarts().inc({ role }),
    ownMetrics: () => registry.metrics(),
  });
  await lifetime.onStop('the processes', () => supervisor.stop());
  await supervisor.start();
  return port;
}
