/** How long signals wait, for Prometheus: once for each turn, by the oldest signal that it counted in. */
import { Histogram } from 'prom-client';
import { metrics } from '@/server/observability/metrics';
import { processState } from '@/server/processState';

export function countLag(milliseconds: number): void {
  const lag = processState(
    'signalLag',
    () =>
      new Histogram({
        name: 'faultline_signal_lag_seconds',
        help: 'Time from the acceptance of a signal until what it changed was committed; of signals processed together, the oldest counts.',
        buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
        registers: [metrics().registry],
      }),
  );
  lag.observe(milliseconds / 1_000);
}
