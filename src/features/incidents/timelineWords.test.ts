import { describe, expect, test } from 'vitest';
import type { IncidentTimelineEntry } from '@/contract/incidents';
import { TIMELINE_KINDS, type TimelineKind } from '@/domain/health/incident';
import { toldOf, type ToldEntry } from './timelineWords';

const ada = { type: 'person' as const, id: 'p1', name: 'Ada' };
const entry = (
  kind: TimelineKind,
  facts: Record<string, unknown>,
  actor: IncidentTimelineEntry['actor'] = null,
): IncidentTimelineEntry => ({ sequence: 1, at: '2026-11-21T12:00:00.000Z', kind, actor, text: null, facts });

const CASES: readonly [TimelineKind, Record<string, unknown>, IncidentTimelineEntry['actor'], ToldEntry][] = [
  ['Opened', { cause: 'db', severity: 'Outage', symptoms: [], splitFromId: null }, null, { words: 'Opened: db is down.' }],
  [
    'Opened',
    { cause: 'db', severity: 'Degraded', symptoms: ['a', 'b'], splitFromId: null },
    null,
    { words: 'Opened: db is degraded. Affected: a, b.' },
  ],
  [
    'Opened',
    { cause: 'db', severity: 'Outage', symptoms: ['a'], splitFromId: 'i9' },
    null,
    { words: 'Opened: db is down although what had affected it has recovered. Affected: a.', incidentId: 'i9' },
  ],
  ['CauseChanged', { from: 'cart', to: 'db' }, null, { words: 'A deeper cause was found: db instead of cart.' }],
  ['SeverityChanged', { from: 'Degraded', to: 'Outage' }, null, { words: 'The cause got worse: it is down now.' }],
  ['SeverityChanged', { from: 'Outage', to: 'Degraded' }, null, { words: 'The cause got better: it is degraded now.' }],
  ['SymptomsChanged', { joined: ['a'], left: [] }, null, { words: 'a is affected too.' }],
  ['SymptomsChanged', { joined: ['a', 'b'], left: ['c'] }, null, { words: 'a, b are affected too. c is no longer affected.' }],
  ['SplitOff', { symptom: 'cart' }, null, { words: 'cart did not recover with the cause, so it now has its own incident.' }],
  [
    'MergedIn',
    { incidentId: 'i2', cause: 'cart' },
    null,
    { words: 'An incident of cart turned out to have the same cause and continues here.', incidentId: 'i2' },
  ],
  [
    'Merged',
    { intoId: 'i1', cause: 'db' },
    null,
    { words: 'The cause turned out to be db; this continues in another incident.', incidentId: 'i1' },
  ],
  ['Monitoring', { reason: 'CauseHealthy' }, null, { words: 'The cause recovered. The incident resolves by itself if this lasts.' }],
  [
    'Monitoring',
    { reason: 'CauseRemoved' },
    null,
    { words: 'The cause was removed from the landscape. The incident resolves by itself if this lasts.' },
  ],
  [
    'Monitoring',
    { reason: 'ExplainedByMaintenance' },
    null,
    { words: 'Something that the cause depends on is under maintenance. The incident resolves by itself if this lasts.' },
  ],
  ['Reopened', { cause: 'db', severity: 'Outage' }, null, { words: 'Reopened: db is down again.' }],
  ['Resolved', { reason: 'Quiet' }, null, { words: 'Resolved: it stayed quiet for long enough.' }],
  ['Resolved', { reason: 'ByPerson' }, ada, { words: 'Ada resolved it.' }],
  [
    'Removed',
    { cause: 'db' },
    null,
    { words: 'db was deleted from the landscape while unhealthy. The incident was closed without being resolved.' },
  ],
  ['Acknowledged', {}, ada, { words: 'Ada acknowledged it.' }],
  ['Commented', {}, ada, { words: 'Ada said:' }],
  [
    'FlappingBegan',
    {},
    null,
    { words: 'The cause is flapping: it keeps changing its state. No further events are sent until it has been quiet for five minutes.' },
  ],
  ['FlappingEnded', {}, null, { words: 'The cause stopped flapping.' }],
];

describe('the timeline in words', () => {
  test.each(CASES)('%s %o', (kind, facts, actor, told) => {
    expect(toldOf(entry(kind, facts, actor), (technicalName) => technicalName)).toEqual(told);
  });

  test.each([
    ['Opened', { cause: 'db', severity: 'Outage', symptoms: ['a'], splitFromId: null }, 'Opened: DB is down. Affected: A.'],
    ['Opened', { cause: 'db', severity: 'Warning', symptoms: [], splitFromId: null }, 'Opened: DB has a warning.'],
    ['CauseChanged', { from: 'cart', to: 'db' }, 'A deeper cause was found: DB instead of CART.'],
    ['SymptomsChanged', { joined: ['a'], left: ['c'] }, 'A is affected too. C is no longer affected.'],
    ['SplitOff', { symptom: 'cart' }, 'CART did not recover with the cause, so it now has its own incident.'],
    ['MergedIn', { incidentId: 'i2', cause: 'cart' }, 'An incident of CART turned out to have the same cause and continues here.'],
    ['Merged', { intoId: 'i1', cause: 'db' }, 'The cause turned out to be DB; this continues in another incident.'],
    ['Reopened', { cause: 'db', severity: 'Outage' }, 'Reopened: DB is down again.'],
    ['Removed', { cause: 'db' }, 'DB was deleted from the landscape while unhealthy. The incident was closed without being resolved.'],
  ] as const)('%s %o is told with display names', (kind, facts, words) => {
    expect(toldOf(entry(kind, facts), (technicalName) => technicalName.toUpperCase()).words).toBe(words);
  });

  test('every kind of entry has a text', () => {
    expect([...new Set(CASES.map(([kind]) => kind))].sort()).toEqual([...TIMELINE_KINDS].sort());
  });
});
