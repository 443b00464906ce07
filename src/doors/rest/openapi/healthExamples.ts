/** Examples of health signals, the snapshot and health impact. */
import type { Situation } from '@/contract/situations';
import { BLAST_RADIUS_EXAMPLE, CHECKOUT, CUSTOMERS, id, ORDER_DB, ORDER_TO_CASH, SHOP, TAKE_ORDERS } from './examples';

const PUSHED_AT = '2026-11-20T09:30:00.000Z';

export const SIGNAL_EXAMPLE = {
  state: 'Outage',
  observedAt: '2026-11-20T09:29:58Z',
  source: 'prometheus',
  message: 'No connection for 30 s.',
};

export const ACCEPTED_SIGNAL_EXAMPLE = {
  signalId: id('f'),
  componentId: id('a'),
  state: 'Outage',
  status: 'Queued',
  observedAt: '2026-11-20T09:29:58.000Z',
  reportedAt: null,
  acceptedAt: PUSHED_AT,
  isLate: false,
  note: null,
};

/** As Alertmanager sends it. */
export const ALERT_EXAMPLE = {
  version: '4',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'DatabaseDown', component: 'order-db', severity: 'critical' },
      annotations: { summary: 'order-db does not answer' },
      startsAt: PUSHED_AT,
      endsAt: '0001-01-01T00:00:00Z',
    },
  ],
};

export const SIGNAL_RESULTS_EXAMPLE = {
  results: [
    { index: 0, status: 202, signalId: id('f') },
    { index: 1, status: 404, problem: { code: 'not_found', detail: 'There is no component "ordr-db".' } },
  ],
};

const failing = { ...ORDER_DB, applicationId: id('1'), isUnderMaintenance: false };
const moment = { version: 7, computedAt: PUSHED_AT, pendingSignals: 0, landscapeVersion: 42 };

const reported = { isFlapping: false, isStale: false, lastReportAt: PUSHED_AT };
const notMonitored = { impactedNotMonitored: [{ technicalName: 'order-history', effectiveState: 'Outage' }], impactedNotMonitoredCount: 1 };

export const SITUATION_EXAMPLE = {
  id: id('5'),
  incidents: [id('5')],
  incidentsOmitted: 0,
  causes: [
    {
      technicalName: 'order-db',
      name: 'Order database',
      state: 'Outage',
      isUnderMaintenance: false,
      incidentId: id('5'),
      part: { expectedPerHour: 1_000, perHour: 2_000 },
    },
  ],
  causesOmitted: 0,
  counts: { components: 3, applications: 1, capabilities: 1, processes: 1, audiences: 1, people: 240_000, audiencesWithoutNumber: 0 },
  notRecorded: [],
  exposure: { currency: 'EUR', expectedPerHour: 1_000, perHour: 2_000 },
} satisfies Situation;

export const IMPACT_SNAPSHOT_EXAMPLE = {
  ...moment,
  states: { Healthy: 12, Warning: 0, Degraded: 0, Outage: 1, unreported: 4 },
  oldestReportAt: '2026-11-20T09:28:12.000Z',
  unhealthy: [
    { ...failing, state: 'Outage', since: PUSHED_AT, incident: { id: id('5'), state: 'Open' }, incidentOpensAt: null, ...reported },
  ],
  impacted: [{ ...failing, effectiveState: 'Outage', cause: 'order-db', causes: ['order-db'] }],
  applications: [
    {
      ...SHOP,
      effectiveState: 'Outage',
      criticalityTier: 'MissionCritical',
      ownerTeam: 'storefront',
      lifecycleState: 'Production',
    },
  ],
  capabilities: [{ ...TAKE_ORDERS, effectiveState: 'Outage' }],
  processes: [{ ...ORDER_TO_CASH, effectiveState: 'Outage' }],
  audiences: [{ ...CUSTOMERS, effectiveState: 'Outage', audienceType: 'Customers', people: 120_000 }],
  maintenance: [],
  openIncidents: [
    { id: id('5'), state: 'Open', cause: 'order-db', symptoms: ['checkout'], openedAt: PUSHED_AT, isStale: false, ...notMonitored },
  ],
  situations: [SITUATION_EXAMPLE],
  groupsNotInService: [],
  groupsNotInServiceOmitted: 0,
  revenueExposure: BLAST_RADIUS_EXAMPLE.revenueExposure,
  withheld: [],
};

const { applications, capabilities, processes, audiences, counts, affectedCounts, completeness, revenueExposure } = BLAST_RADIUS_EXAMPLE;

/** For rows that the cause takes down alone. */
const shared = (rows: unknown): object[] =>
  (rows as { expectedState: string }[]).map((row) => ({
    ...row,
    effectiveState: row.expectedState,
    alone: row.expectedState,
    jointlyWith: [],
  }));

export const HEALTH_IMPACT_EXAMPLE = {
  ...moment,
  causes: [
    {
      ...failing,
      criticalityTier: 'MissionCritical',
      state: 'Outage',
      since: PUSHED_AT,
      incident: { id: id('5'), state: 'Open' },
      incidentOpensAt: null,
      ...reported,
      explainedInPart: null,
      contributesToCauses: [],
      ...notMonitored,
      situationId: id('5'),
      components: [{ ...CHECKOUT, effectiveState: 'Outage', alone: 'Outage', jointlyWith: [] }],
      componentsOmitted: 0,
      applications: shared(applications),
      capabilities: shared(capabilities),
      processes: shared(processes),
      audiences: shared(audiences),
      counts,
      affectedCounts,
      completeness,
      revenueExposure,
      contributed: { perHour: 1_000, expectedPerHour: 1_000 },
    },
  ],
  causesOmitted: 0,
  withheld: [],
};
