/** Counts the processes of this installation that ended by themselves and were started again. */
import { Counter } from 'prom-client';
import { processState } from '@/server/processState';
import { metrics } from './metrics';

/** `role` is what the process did. */
export function restarts(): Counter<'role'> {
  return processState(
    'restarts',
    () =>
      new Counter({
        name: 'faultline_process_restarts_total',
        help: 'Processes of this installation that ended by themselves and were started again, by role: web or worker.',
        labelNames: ['role'] as const,
        registers: [metrics().registry],
      }),
  );
}
