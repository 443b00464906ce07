/** Counts the processes of this installation that ended by themselves and were started again. */
import type { Counter } from 'prom-client';
import { counter } from './metrics';

/** `role` is what the process did. */
export function restarts(): Counter<'role'> {
  return counter(
    'faultline_process_restarts_total',
    'Processes of this installation that ended by themselves and were started again, by role: web or worker.',
    ['role'],
  );
}
