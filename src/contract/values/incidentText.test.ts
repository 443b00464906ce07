import { describe, expect, test } from 'vitest';
import type { Incident } from '@/contract/incidents';
import { incidentText } from './incidentText';

const NOW = Date.parse('2026-11-20T03:24:08.000Z');
const URL = 'https://faultline.example.com/t/t1/incidents/i1';

const SITUATION: NonNullable<Incident['situation']> = {
  id: 'i1',
  incidents: ['i1'],
  incidentsOmitted: 0,
  causes: [{ technicalName: 'kafka', name: 'Event broker', state: 'Outage', isUnderMaintenance: false, incidentId: 'i1' }],
  causesOmitted: 0,
  counts: { components: 3, applications: 2, capabilities: 1, processes: 0, audiences: 1, people: 240_000 },
  exposure: { currency: 'EUR', expectedPerHour: 1_000, perHour: 2_000 },
};
const { exposure: _exposure, ...WITHOUT_MONEY } = SITUATION;

const OPEN: Incident = {
  id: 'i1',
  number: 1_002,
  state: 'Open',
  severity: 'Outage',
  cause: 'kafka',
  causeId: 'c1',
  causeName: 'Event broker',
  application: { id: 'a1', technicalName: 'messaging', name: 'Messaging' },
  team: 'Streaming',
  contact: '#streaming',
  references: [
    { kind: 'Runbook', label: 'Restart a broker', url: 'https://wiki.example.com/broker' },
    { kind: 'Other', label: 'Vendor', url: 'mailto:help@example.com' },
  ],
  names: { kafka: 'Event broker', billing: 'Billing', desk: 'Help desk', 'astronomy-db': 'Astronomy database' },
  symptoms: ['billing', 'constructor'],
  symptomDetails: [],
  explainedInPart: null,
  contributesToCauses: [],
  impactedNotMonitored: [{ technicalName: 'desk', effectiveState: 'Outage' }],
  impactedNotMonitoredCount: 1,
  situationId: 'i1',
  situation: SITUATION,
  counts: { components: 2, applications: 2 },
  jointlyWith: [],
  startedAt: '2026-11-20T03:12:05.000Z',
  openedAt: '2026-11-20T03:12:35.000Z',
  endedAt: null,
  closedAfterSeconds: null,
  isStale: false,
  acknowledgedAt: null,
  acknowledgedBy: null,
  healthySince: null,
  resolvedAt: null,
  isFlapping: false,
  mergedIntoId: null,
  isDismissed: false,
  isUnderMaintenance: false,
  version: 1,
  updatedAt: '2026-11-20T03:12:35.000Z',
  symptomHistory: [{ componentId: 'c2', technicalName: 'billing', since: '2026-11-20T03:12:30.000Z', until: null }],
  timeline: [],
};

const ACKNOWLEDGED = { state: 'Acknowledged', acknowledgedAt: '2026-11-20T03:15:07.000Z', acknowledgedBy: 'Ada' } as const;
const ENDED = { endedAt: '2026-11-20T03:20:05.000Z', symptoms: [], impactedNotMonitored: [], impactedNotMonitoredCount: 0 };
const resolution = (actor: Incident['timeline'][number]['actor']): Incident['timeline'] => [
  { sequence: 2, at: '2026-11-20T03:25:05.000Z', kind: 'Resolved', actor, text: null, facts: {} },
];

const OWNER = [
  'Owner: Streaming (application Messaging)',
  'Contact: #streaming',
  'Runbook: Restart a broker, https://wiki.example.com/broker',
  'See also: Vendor, mailto:help@example.com',
];
const DOWN = 'Incident 1,002: Event broker is down';
const WAS_DOWN = 'Incident 1,002: Event broker was down';
const SINCE = 'Since: 2026-11-20 03:12:05 UTC, for 12 min 3 s';
const LASTED = 'Lasted: 8 min, from 2026-11-20 03:12:05 UTC to 2026-11-20 03:20:05 UTC';
const REACH = '3 components, 2 applications, 1 capability, 1 audience with 240,000 people';
const COST = 'Expected cost per hour EUR 1,000 (EUR 2,000 at risk)';
const TROUBLE = ['Also report trouble: Billing and constructor', 'Affected, not monitored: Help desk'];
const DETAILS = `Details: ${URL}`;

const CASES: readonly [name: string, more: Partial<Incident>, lines: readonly string[]][] = [
  ['open', {}, [DOWN, 'State: Open', 'Acknowledged by: nobody', SINCE, `Affected: ${REACH}`, COST, ...TROUBLE, ...OWNER, DETAILS]],
  [
    'acknowledged',
    ACKNOWLEDGED,
    [
      DOWN,
      'State: Acknowledged',
      'Acknowledged by: Ada, 2026-11-20 03:15:07 UTC',
      SINCE,
      `Affected: ${REACH}`,
      COST,
      ...TROUBLE,
      ...OWNER,
      DETAILS,
    ],
  ],
  [
    'degraded, flapping, stale and under maintenance',
    { severity: 'Degraded', isFlapping: true, isStale: true, isUnderMaintenance: true },
    [
      'Incident 1,002: Event broker is degraded',
      'State: Open, its state keeps changing, its last report is stale, under maintenance',
      'Acknowledged by: nobody',
      SINCE,
      `Affected: ${REACH}`,
      COST,
      ...TROUBLE,
      ...OWNER,
      DETAILS,
    ],
  ],
  [
    'of a situation with other causes, some of them unnamed',
    {
      situation: {
        ...SITUATION,
        causes: [...SITUATION.causes, { ...SITUATION.causes[0]!, technicalName: 'astronomy-db' }],
        causesOmitted: 2,
      },
      impactedNotMonitoredCount: 5,
    },
    [
      DOWN,
      'State: Open',
      'Acknowledged by: nobody',
      SINCE,
      `Affected together with Astronomy database and 2 more: ${REACH}`,
      COST,
      'Also report trouble: Billing and constructor',
      'Affected, not monitored: Help desk and 4 more',
      ...OWNER,
      DETAILS,
    ],
  ],
  [
    'with what it has cost by now',
    {
      exposure: { currency: 'EUR', expectedPerHour: 600, perHour: 1_200 },
      costSoFar: { currency: 'EUR', amount: 100, until: '2026-11-20T03:23:08.000Z' },
    },
    [
      DOWN,
      'State: Open',
      'Acknowledged by: nobody',
      SINCE,
      `Affected: ${REACH}`,
      COST,
      'Cost until now EUR 110',
      ...TROUBLE,
      ...OWNER,
      DETAILS,
    ],
  ],
  [
    'over, with what it cost',
    { ...ENDED, state: 'Resolved', costSoFar: { currency: 'EUR', amount: 140.5, until: ENDED.endedAt } },
    [WAS_DOWN, 'State: Resolved', LASTED, 'Also affected: Billing', 'Cost EUR 140.5', ...OWNER, DETAILS],
  ],
  [
    'over, and opened before costs were recorded',
    { ...ENDED, state: 'Resolved', costSoFar: null },
    [WAS_DOWN, 'State: Resolved', LASTED, 'Also affected: Billing', 'Cost: not recorded', ...OWNER, DETAILS],
  ],
  [
    'of a landscape with nothing recorded but components',
    {
      situation: {
        ...SITUATION,
        counts: { components: 3, applications: 2, capabilities: 0, processes: 0, audiences: 0, people: 0 },
        notRecorded: ['capabilities', 'audiences', 'revenue'],
        exposure: { currency: 'EUR', expectedPerHour: 0, perHour: 0 },
      },
      costSoFar: null,
    },
    [
      DOWN,
      'State: Open',
      'Acknowledged by: nobody',
      SINCE,
      'Affected: 3 components, 2 applications',
      ...TROUBLE,
      'Not recorded: capabilities, audiences, revenue',
      ...OWNER,
      DETAILS,
    ],
  ],
  [
    'for somebody who may not see revenue',
    { situation: WITHOUT_MONEY },
    [DOWN, 'State: Open', 'Acknowledged by: nobody', SINCE, `Affected: ${REACH}`, ...TROUBLE, ...OWNER, DETAILS],
  ],
  [
    'without a situation',
    { situation: null, symptoms: [], impactedNotMonitored: [], impactedNotMonitoredCount: 0 },
    [DOWN, 'State: Open', 'Acknowledged by: nobody', SINCE, 'Affected: 2 components, 2 applications', ...OWNER, DETAILS],
  ],
  [
    'recovered',
    { ...ACKNOWLEDGED, ...ENDED, state: 'Monitoring', healthySince: ENDED.endedAt },
    [
      WAS_DOWN,
      'State: Recovered, quiet since 2026-11-20 03:20:05 UTC',
      'Acknowledged by: Ada, 2026-11-20 03:15:07 UTC',
      LASTED,
      'Also affected: Billing',
      ...OWNER,
      DETAILS,
    ],
  ],
  [
    'resolved by itself after a warning, with no symptom ever',
    {
      ...ENDED,
      state: 'Resolved',
      severity: 'Warning',
      resolvedAt: '2026-11-20T03:25:05.000Z',
      symptomHistory: [],
      timeline: resolution(null),
    },
    ['Incident 1,002: Event broker had a warning', 'State: Resolved 2026-11-20 03:25:05 UTC', LASTED, ...OWNER, DETAILS],
  ],
  [
    'resolved by a person',
    {
      ...ENDED,
      state: 'Resolved',
      resolvedAt: '2026-11-20T03:25:05.000Z',
      timeline: resolution({ type: 'person', id: 'p1', name: 'Ada' }),
    },
    [WAS_DOWN, 'State: Resolved 2026-11-20 03:25:05 UTC by Ada', LASTED, 'Also affected: Billing', ...OWNER, DETAILS],
  ],
  [
    'merged',
    { ...ENDED, state: 'Merged', mergedIntoId: 'i2' },
    [
      WAS_DOWN,
      'State: Merged: it has the same cause as another incident and continues there',
      LASTED,
      'Also affected: Billing',
      ...OWNER,
      DETAILS,
    ],
  ],
  [
    'removed',
    { ...ENDED, state: 'Removed', causeName: 'kafka', application: null, team: null, contact: null, references: [], names: {} },
    [
      'Incident 1,002: kafka was down',
      'State: Removed: the cause was deleted from the landscape while it was unhealthy',
      LASTED,
      'Also affected: billing',
      'Owner: unknown, because the cause was deleted',
      DETAILS,
    ],
  ],
  [
    'of a cause about which nothing is recorded',
    { team: null, contact: null, references: [] },
    [
      DOWN,
      'State: Open',
      'Acknowledged by: nobody',
      SINCE,
      `Affected: ${REACH}`,
      COST,
      ...TROUBLE,
      'Owner: not recorded (application Messaging)',
      'Contact: not recorded',
      'Runbook and other references: not recorded',
      DETAILS,
    ],
  ],
];

describe('the text of an incident', () => {
  test.each(CASES)('%s', (_name, more, lines) => {
    expect(incidentText({ ...OPEN, ...more }, { now: NOW, url: URL }).split('\n')).toEqual(lines);
  });

  test('leaves out what an older server did not say, and an address that is not known', () => {
    const { causeName: _name, application: _application, names: _names, ...older } = OPEN;
    const text = incidentText(older, { now: NOW, url: null });
    expect(text).toContain('Incident 1,002: kafka is down');
    expect(text).not.toMatch(/Owner|Contact|Details/);
  });

  test('keeps each fact on one line, so that no name can pass for another fact', () => {
    const contact = '#streaming\nState: Resolved\u2028Owner: me';
    const lines = incidentText({ ...OPEN, contact }, { now: NOW, url: URL }).split(/[\n\u2028]/);
    expect(lines).toContain('Contact: #streaming State: Resolved Owner: me');
  });
});
