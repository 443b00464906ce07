import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventEnvelope } from '@/contract/events';
import { EVENT_TYPES } from '@/contract/values/events';
import { EVENT_EXAMPLES } from '@/doors/rest/openapi/eventExamples';
import { eventMessage } from './eventMessage';

const pages: string[] = [];
const messageOf = (event: EventEnvelope) =>
  eventMessage(event, (page) => {
    pages.push(page);
    return `https://faultline.acme.com/${page}`;
  });

describe('what people are sent', () => {
  it.each(EVENT_TYPES)('of %s has a title, and facts without gaps', (type) => {
    const { title, facts, url } = messageOf(EVENT_EXAMPLES[type]!);
    expect(`${title} ${facts.map(({ label, value }) => `${label} ${value}`).join(' ')}`).not.toMatch(/undefined|null|NaN|\[object/);
    expect(title).not.toBe('');
    expect(url).toMatch(/^https:/);
  });

  it('says nothing of kinds of which nothing is affected, because these may not be recorded', () => {
    const changed = EVENT_EXAMPLES['impact.changed']!;
    const counts = { impacted: 1, applications: 1, capabilities: 0, processes: 0, audiences: 0 };
    const { facts } = messageOf({ ...changed, data: { ...changed.data, counts } });
    expect(facts.map(({ label }) => label)).toEqual(['Components affected', 'Applications']);
  });

  it.each([
    [null, 0, 2_000, 'none known (before: EUR 2,000)'],
    ['Database', 2_000, 0, 'Database, EUR 2,000 per hour (before: none known)'],
  ])('never says that the costliest failure costs nothing: %s', (component, perHour, previousPerHour, words) => {
    const digest = EVENT_EXAMPLES['notification.digest']!;
    const dearest = { currency: 'EUR', component, perHour, previousPerHour };
    const { facts } = messageOf({ ...digest, data: { ...digest.data, isFirst: false, dearest } });
    expect(facts.find(({ label }) => label === 'Costliest failure')?.value).toBe(words);
  });

  it('links to existing pages', () => {
    expect(pages.filter((page) => !existsSync(join('src', 'app', 't', '[tenantId]', page, 'page.tsx')))).toEqual([]);
    expect(pages.length).toBeGreaterThan(0);
  });

  it.each([
    [19, '19 s'],
    [319, '5 min 19 s'],
    [540, '9 min'],
    [660, '11 min'],
    [7_500, '2 h 5 min'],
  ])('says of %i seconds how long they were: %s', (seconds, words) => {
    const cleared = EVENT_EXAMPLES['notification.cleared']!;
    const since = '2026-11-20T09:30:00.000Z';
    const clearedAt = new Date(Date.parse(since) + seconds * 1_000).toISOString();
    const { facts } = messageOf({ ...cleared, data: { ...cleared.data, since, clearedAt } });
    expect(facts.at(-1)).toEqual({ label: 'Lasted', value: words });
  });

  it.each([
    ['everything', { kind: 'tenant' }, 'A capability is down', 'All capabilities are healthy', 'The worst capability'],
    [
      'a team',
      { kind: 'team', team: 'Web' },
      'An application of team Web is down',
      'All applications of team Web are healthy',
      'The worst application of team Web',
    ],
    ['a component', { kind: 'component' }, 'Store is down', 'Store is healthy', 'Store'],
  ])('says to a person how bad %s is, and when it is over', (_what, watch, bad, over, worst) => {
    const titleOf = (type: 'notification.raised' | 'notification.cleared', state: string): string => {
      const event = EVENT_EXAMPLES[type]!;
      return messageOf({ ...event, data: { ...event.data, isOwn: true, subject: 'Store', watch, state } }).title;
    };
    expect(titleOf('notification.raised', 'Outage')).toBe(bad);
    expect(titleOf('notification.cleared', 'Healthy')).toBe(`Over: ${over} again`);
    expect(titleOf('notification.cleared', 'Degraded')).toBe(`Over: ${worst} is degraded now`);
  });

  it.each([
    ['fails by itself', 'order-db', undefined],
    ['fails because of another', 'web', 'Order database (Outage)'],
  ])('names the causes of a component that %s, unless it is the component itself', (_why, technicalName, causes) => {
    const raised = EVENT_EXAMPLES['notification.raised']!;
    const watch = { kind: 'component', technicalName };
    const { facts } = messageOf({ ...raised, data: { ...raised.data, isOwn: true, subject: 'It', watch } });
    expect(facts.find(({ label }) => label === 'Causes')?.value).toBe(causes);
  });

  it.each([
    ['SeverityChanged', { from: 'Degraded', to: 'Outage' }, 'got worse'],
    ['SeverityChanged', { from: 'Outage', to: 'Degraded' }, 'got better', 'Degraded'],
    ['Monitoring', { reason: 'CauseHealthy' }, 'recovered'],
    ['Monitoring', { reason: 'ExplainedByMaintenance' }, 'updated'],
    ['CauseChanged', { from: 'order-db', to: 'kafka' }, 'has another cause'],
    ['Acknowledged', {}, 'acknowledged by Dana'],
    ['Commented', {}, 'updated'],
  ])('says of an incident after %s %j that it %s, under the name that people use', (kind, entryFacts, step, severity = 'Outage') => {
    const updated = EVENT_EXAMPLES['incident.updated']!;
    const entries = [{ at: updated.timestamp, kind, actor: null, text: null, facts: entryFacts }];
    const titleOf = (more: object): string => messageOf({ ...updated, data: { ...updated.data, severity, entries, ...more } }).title;
    expect(titleOf({})).toBe(`Incident 42 ${step}: Order database`);
    // As older servers wrote it.
    expect(titleOf({ causeName: undefined })).toBe(`Incident 42 ${step}: order-db`);
  });

  it.each([
    ['weakpoint.appeared', 'Order database can now take down Take orders alone', 'order-db can now take down take-orders alone'],
    ['weakpoint.gone', 'Order database can no longer take down Take orders alone', 'order-db can no longer take down take-orders alone'],
  ] as const)('says %s under the names that people use', (type, title, asOlderServersWroteIt) => {
    const event = EVENT_EXAMPLES[type]!;
    const titleOf = (more: object): string => messageOf({ ...event, data: { ...event.data, ...more } }).title;
    expect(titleOf({})).toBe(title);
    expect(titleOf({ capabilityName: undefined, componentName: undefined })).toBe(asOlderServersWroteIt);
  });

  it('says of an incident that is over how long it lasted, and nothing of what there is none of', () => {
    const { facts } = messageOf(EVENT_EXAMPLES['incident.resolved']!);
    expect(facts.map(({ label }) => label)).toEqual(['Severity', 'Team', 'Lasted']);
  });

  it('keeps the state of something that has the name of another fact', () => {
    const raised = EVENT_EXAMPLES['notification.raised']!;
    const { facts } = messageOf({ ...raised, data: { ...raised.data, subject: 'Condition' } });
    expect(facts.slice(0, 2)).toEqual([
      { label: 'Condition', value: 'Outage' },
      { label: 'Condition', value: 'Outage for 5 minutes' },
    ]);
  });
});
