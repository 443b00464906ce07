/** The shape of each health state on a 24 × 24 grid, for pictures and pages, and of maintenance: a wrench. */
import type { HealthState } from '@/domain/vocabulary';

export const STATE_PATHS: Readonly<Record<HealthState, string>> = {
  Outage: 'M8 2h8l6 6v8l-6 6h-8l-6-6v-8z',
  Degraded: 'M12 1.5L22.5 12L12 22.5L1.5 12z',
  Warning: 'M12 2.5L23 21.5H1z',
  Healthy: 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z',
};

/** From Tabler Icons (MIT licence). */
export const MAINTENANCE_PATH = 'M7 10h3v-3l-3.500 -3.500a6 6 0 0 1 8 8l6 6a2 2 0 0 1 -3 3l-6 -6a6 6 0 0 1 -8 -8l3.500 3.500';
