/** Examples of incidents, maintenance windows and the history of signals, by procedure name. */
import { id, pageOf } from './examples';
import { SITUATION_EXAMPLE } from './healthExamples';

const AT = '2026-11-20T09:30:00.000Z';
const STARTED = '2026-11-20T09:29:45.000Z';
const LATER = '2026-11-20T09:32:00.000Z';

const summary = {
  id: id('5'),
  number: 42,
  state: 'Open',
  severity: 'Outage',
  cause: 'order-db',
  causeId: id('a'),
  causeName: 'Order database',
  team: 'Order platform',
  symptoms: ['checkout'],
  symptomDetails: [{ componentId: id('2'), technicalName: 'checkout', effectiveState: 'Outage', alone: 'Outage', jointlyWith: [] }],
  explainedInPart: null,
  contributesToCauses: [],
  impactedNotMonitored: [{ technicalName: 'order-history', effectiveState: 'Outage' }],
  impactedNotMonitoredCount: 1,
  situationId: id('5'),
  counts: { components: 2, applications: 1 },
  exposure: { currency: 'EUR', expectedPerHour: 1_000, perHour: 2_000 },
  costSoFar: { currency: 'EUR', amount: 33.33, until: LATER },
  jointlyWith: [],
  startedAt: STARTED,
  openedAt: AT,
  endedAt: null,
  closedAfterSeconds: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  healthySince: null,
  resolvedAt: null,
  isFlapping: false,
  isStale: false,
  mergedIntoId: null,
  isDismissed: false,
  isUnderMaintenance: false,
  version: 2,
  updatedAt: AT,
};

const opened = {
  sequence: 1,
  at: AT,
  kind: 'Opened',
  actor: null,
  text: null,
  facts: { cause: 'order-db', severity: 'Outage', symptoms: ['checkout'], splitFromId: null },
};

const whole = {
  ...summary,
  url: `https://faultline.example.com/t/${id('0')}/incidents/${summary.id}`,
  application: { id: id('1'), technicalName: 'orders', name: 'Orders' },
  contact: '#orders-on-call',
  references: [{ kind: 'Runbook', label: 'Fail over', url: 'https://wiki.example.com/orders/fail-over' }],
  names: { 'order-db': 'Order database', checkout: 'Checkout' },
  situation: SITUATION_EXAMPLE,
  symptomHistory: [{ componentId: id('2'), technicalName: 'checkout', since: AT, until: null }],
  timeline: [opened],
};

/** The same incident after an action. */
function after(kind: string, text: string | null, facts: object, more: object): object {
  const entry = { sequence: 2, at: LATER, kind, actor: { type: 'person', id: 'p-1', name: 'Ada' }, text, facts };
  return { ...whole, ...more, version: 3, updatedAt: LATER, timeline: [opened, entry] };
}

const wished = {
  kind: 'component',
  entity: 'order-db',
  reason: 'Upgrade to PostgreSQL 18',
  startsAt: '2030-11-21T22:00:00.000Z',
  endsAt: '2030-11-22T02:00:00.000Z',
};
const { entity: technicalName, ...planned } = wished;
const window = {
  id: id('7'),
  ...planned,
  entityId: id('a'),
  technicalName,
  name: 'Order database',
  status: 'Planned',
  createdBy: 'Ada',
  createdAt: AT,
  version: 1,
};

const openAlert = {
  id: id('9'),
  source: 'alertmanager',
  name: 'DatabaseDown',
  componentId: id('a'),
  component: 'order-db',
  state: 'Outage',
  isOpen: true,
  since: AT,
  lastToldAt: AT,
  isLapsed: false,
  message: 'order-db does not answer',
};

const signal = {
  signalId: id('f'),
  componentId: id('a'),
  component: 'order-db',
  state: 'Outage',
  observedAt: '2026-11-20T09:29:58.000Z',
  reportedAt: null,
  acceptedAt: AT,
  source: 'prometheus',
  message: 'No connection for 30 s.',
  status: 'Applied',
  reason: null,
  stateAfter: null,
  alert: null,
  handledAt: AT,
};

export const INCIDENT_EXAMPLES: Readonly<Record<string, { request?: unknown; response: unknown }>> = {
  'incidents.list': { response: { ...pageOf(summary), situations: [SITUATION_EXAMPLE] } },
  'incidents.get': { response: whole },
  'incidents.acknowledge': {
    response: after('Acknowledged', null, {}, { state: 'Acknowledged', acknowledgedAt: LATER, acknowledgedBy: 'Ada' }),
  },
  'incidents.resolve': {
    request: { comment: 'Runs on the standby.' },
    response: after(
      'Resolved',
      'Runs on the standby.',
      { reason: 'ByPerson' },
      { state: 'Resolved', endedAt: LATER, closedAfterSeconds: 0, resolvedAt: LATER, isDismissed: true, symptoms: [] },
    ),
  },
  'incidents.comment': {
    request: { text: 'Failing over to the standby.' },
    response: after('Commented', 'Failing over to the standby.', {}, {}),
  },
  'maintenance.list': { response: pageOf(window) },
  'maintenance.create': { request: wished, response: window },
  'maintenance.get': { response: window },
  'maintenance.update': {
    request: { endsAt: '2030-11-22T03:00:00.000Z' },
    response: { ...window, endsAt: '2030-11-22T03:00:00.000Z', version: 2 },
  },
  'maintenance.delete': { response: { deleted: [{ kind: 'maintenance-window', id: window.id, technicalName }], unlinked: [] } },
  'alerts.list': { response: pageOf(openAlert) },
  'alerts.close': { response: { ...openAlert, state: 'Healthy', isOpen: false } },
  'alerts.reopen': { response: openAlert },
  'health.signals': {
    response: { ...pageOf(signal), work: { pendingSignals: 0, failedAttempts: 0, lastError: null, nextAttemptAt: null } },
  },
};
