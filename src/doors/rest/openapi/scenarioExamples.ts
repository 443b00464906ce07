/** Examples of what scenarios are asked and answer. */
import { BLAST_RADIUS_EXAMPLE, id } from './examples';

const { origin, components, applications, capabilities, processes, audiences, revenueExposure, completeness } =
  BLAST_RADIUS_EXAMPLE as Record<string, object[]>;
const REPLICA = { id: id('f'), technicalName: 'order-db-2', name: 'Order database, second' };
const JOINTLY = { alone: 'Healthy', isExcess: true };
const excess = (rows: readonly object[] = []): object[] => rows.map((row) => ({ ...row, ...JOINTLY }));

export const SCENARIO_REQUEST_EXAMPLE = {
  failures: [
    { entityType: 'component', entity: 'order-db' },
    { entityType: 'component', entity: 'order-db-2', state: 'Outage' },
  ],
  durationMinutes: 240,
};

export const SCENARIO_ANSWER_EXAMPLE: Record<string, unknown> = {
  failures: [
    { entityType: 'component', id: id('a'), technicalName: 'order-db', name: 'Order database', state: 'Outage' },
    { entityType: 'component', ...REPLICA, state: 'Outage' },
  ],
  baseline: { kind: 'clean', at: null },
  durationMinutes: 240,
  origin: [...(origin ?? []), { ...origin?.[0], ...REPLICA }],
  components: excess(components),
  applications: excess(applications),
  capabilities: excess(capabilities),
  processes: excess(processes),
  audiences: excess(audiences),
  revenueExposure,
  counts: { components: 1, applications: 1, capabilities: 1, processes: 1, audiences: 1 },
  excess: { components: 1, applications: 1, capabilities: 1, processes: 1, audiences: 1 },
  gaveWay: [
    {
      source: { id: id('2'), technicalName: 'checkout', name: 'Checkout' },
      redundancyGroup: 'order-replicas',
      redundancyMinimum: 1,
      targets: 2,
      working: 0,
      lost: [{ id: id('a'), technicalName: 'order-db', name: 'Order database' }, REPLICA],
    },
  ],
  tolerances: [
    {
      id: id('3'),
      technicalName: 'take-orders',
      name: 'Take orders',
      expectedState: 'Outage',
      maximumTolerableDowntimeMinutes: 30,
      verdict: 'Breached',
    },
  ],
  completeness,
  landscapeVersion: 42,
  digest: 'vXb0mSx3c4h9QdM0l2x1q8m2o5m0p6bq9yQmY3f6n3k',
};
