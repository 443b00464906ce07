/** An example of each event as a receiver gets it: one outage from the first signal to its end, with what else happens. */
import type { EventData } from '@/contract/eventData';
import type { EventEnvelope, EventType } from '@/contract/events';
import { EVENT_EXAMPLE, id } from './examples';
import { SITUATION_EXAMPLE } from './healthExamples';

const FAILED_AT = '2026-11-20T09:30:00.000Z';
/** 15 seconds before the incident opened. */
const STARTED_AT = new Date(Date.parse(FAILED_AT) - 15_000).toISOString();
const HEALTHY_AT = '2026-11-20T09:41:00.000Z';
const RESOLVED_AT = '2026-11-20T09:46:00.000Z';

const { notRecorded: _, ...situation } = SITUATION_EXAMPLE;
/** After its cause has recovered. */
const quiet: typeof situation = {
  ...situation,
  causes: [],
  counts: { components: 0, applications: 0, capabilities: 0, processes: 0, audiences: 0, people: 0, audiencesWithoutNumber: 0 },
  exposure: { currency: 'EUR', expectedPerHour: 0, perHour: 0 },
};
/** What an incident that is over affects. */
const over = {
  symptoms: [],
  impactedNotMonitored: [],
  impactedNotMonitoredCount: 0,
  exposure: quiet.exposure,
};

const opened: EventData['incident.opened'] = {
  id: id('5'),
  number: 42,
  state: 'Open',
  severity: 'Outage',
  cause: 'order-db',
  causeName: 'Order database',
  causeId: id('1'),
  symptoms: ['checkout'],
  symptomDetails: [
    { componentId: id('2'), technicalName: 'checkout', effectiveState: 'Outage', alone: 'Degraded', jointlyWith: ['payment-gateway'] },
  ],
  explainedInPart: null,
  contributesToCauses: [],
  impactedNotMonitored: [{ technicalName: 'order-history', effectiveState: 'Outage' }],
  impactedNotMonitoredCount: 1,
  situationId: id('5'),
  situation,
  jointlyWith: [],
  startedAt: STARTED_AT,
  openedAt: FAILED_AT,
  endedAt: null,
  closedAfterSeconds: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  healthySince: null,
  resolvedAt: null,
  isFlapping: false,
  mergedIntoId: null,
  entries: [
    {
      at: FAILED_AT,
      kind: 'Opened',
      actor: null,
      text: null,
      facts: { cause: 'order-db', severity: 'Outage', symptoms: ['checkout'], splitFromId: null },
    },
  ],
  url: `https://faultline.example.com/t/${id('e')}/incidents/${id('5')}`,
  application: { technicalName: 'astronomy-shop', name: 'Astronomy shop' },
  team: 'storefront',
  counts: { components: 2, applications: 1 },
  exposure: { currency: 'EUR', expectedPerHour: 1_000, perHour: 2_000 },
};
const byDana = { type: 'person' as const, id: id('9'), name: 'Dana' };
const changed = EVENT_EXAMPLE.data as EventData['landscape.changed'];

const singlePoint = { capability: 'take-orders', component: 'order-db', capabilityName: 'Take orders', componentName: 'Order database' };

const notification = {
  subscriptionId: id('7'),
  endpointId: id('1'),
  crossingId: id('8'),
  name: 'Customers cannot order',
  watch: { kind: 'capability' as const, entityId: id('4'), technicalName: 'take-orders', team: null },
  subject: 'Take orders',
  state: 'Outage' as const,
  since: FAILED_AT,
};

const DATA: EventData = {
  'health.changed': {
    componentId: id('1'),
    component: 'order-db',
    componentName: 'Order database',
    state: 'Outage',
    previousState: 'Healthy',
    since: FAILED_AT,
    source: 'prometheus',
    message: 'no connection for 60 s',
  },
  'impact.changed': {
    snapshotVersion: 7,
    landscapeVersion: 42,
    states: { Healthy: 24, Warning: 0, Degraded: 0, Outage: 1, unreported: 1 },
    counts: { impacted: 2, applications: 1, capabilities: 1, audiences: 1 },
    applications: [{ technicalName: 'astronomy-shop', effectiveState: 'Outage' }],
    capabilities: [{ technicalName: 'take-orders', effectiveState: 'Outage' }],
    audiences: [{ technicalName: 'private-customers', effectiveState: 'Outage' }],
  },
  'incident.opened': opened,
  'incident.updated': {
    ...opened,
    state: 'Acknowledged',
    acknowledgedAt: '2026-11-20T09:32:00.000Z',
    acknowledgedBy: 'Dana',
    entries: [{ at: '2026-11-20T09:32:00.000Z', kind: 'Acknowledged', actor: byDana, text: null, facts: {} }],
  },
  'incident.merged': {
    ...opened,
    id: id('6'),
    number: 43,
    state: 'Merged',
    cause: 'checkout',
    causeId: id('2'),
    ...over,
    endedAt: FAILED_AT,
    mergedIntoId: id('5'),
    entries: [{ at: FAILED_AT, kind: 'Merged', actor: null, text: null, facts: { intoId: id('5'), cause: 'order-db' } }],
  },
  'incident.resolved': {
    ...opened,
    state: 'Resolved',
    ...over,
    endedAt: HEALTHY_AT,
    healthySince: HEALTHY_AT,
    resolvedAt: RESOLVED_AT,
    closedAfterSeconds: 300,
    situation: { ...quiet, incidents: [] },
    entries: [{ at: RESOLVED_AT, kind: 'Resolved', actor: null, text: null, facts: { reason: 'Quiet' } }],
  },
  'incident.reopened': {
    ...opened,
    entries: [
      { at: '2026-11-20T09:43:00.000Z', kind: 'Reopened', actor: null, text: null, facts: { cause: 'order-db', severity: 'Outage' } },
    ],
  },
  'incident.removed': {
    ...opened,
    state: 'Removed',
    ...over,
    endedAt: RESOLVED_AT,
    healthySince: RESOLVED_AT,
    application: null,
    team: null,
    situation: { ...quiet, incidents: [] },
    entries: [{ at: RESOLVED_AT, kind: 'Removed', actor: null, text: null, facts: { cause: 'order-db' } }],
  },
  'situation.changed': {
    situation: { ...quiet, incidents: situation.incidents },
    joined: [],
    left: ['order-db'],
    names: { 'order-db': 'Order database' },
    mergedFrom: [],
    splitFrom: null,
    omitted: 0,
  },
  'landscape.changed': changed,
  'manifest.applied': { ...changed, actor: { type: 'key', name: 'deploy' }, manifest: 'astronomy-shop' },
  'weakpoint.appeared': { ...singlePoint, landscapeVersion: 42 },
  'weakpoint.gone': { ...singlePoint, landscapeVersion: 43 },
  'notification.raised': {
    ...notification,
    condition: 'Outage for 5 minutes',
    causes: [{ technicalName: 'order-db', name: 'Order database', state: 'Outage' }],
    exposure: { currency: 'EUR', expectedPerHour: 1_000, perHour: 2_000 },
    situation,
  },
  'notification.cleared': { ...notification, state: 'Healthy', clearedAt: '2026-11-20T10:02:00.000Z' },
  'notification.digest': {
    subscriptionId: id('5'),
    endpointId: id('1'),
    isOwn: true,
    subject: 'Team Checkout',
    team: 'Checkout',
    week: '2026-11-23',
    isFirst: false,
    singlePoints: { count: 4, appeared: ['Order database'], appearedOmitted: 0, gone: 1 },
    withoutOwner: null,
    stale: { count: 2, appeared: ['Mail relay', 'Price list'], appearedOmitted: 0, gone: 0 },
    dearest: { currency: 'EUR', component: 'Order database', perHour: 1_200, previousPerHour: 900 },
  },
  'webhook.test': { endpointId: id('1'), message: 'This is a test.', actor: { type: 'person', name: 'Dana' } },
};

export const EVENT_EXAMPLES: Readonly<Record<string, EventEnvelope>> = Object.fromEntries(
  Object.entries(DATA).map(([type, data], index) => [
    type,
    { ...EVENT_EXAMPLE, id: id(index.toString(16)), type: type as EventType, sequence: 18 + index, data },
  ]),
);
