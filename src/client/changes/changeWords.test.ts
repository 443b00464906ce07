import { expect, it } from 'vitest';
import { formatTimestamp } from '@/ui/formatTimestamp';
import { actorWords, changeKindWords, fieldValueWords, fieldWords, valueWords, countWords, groupTitle } from './changeWords';

it.each([
  [null, 'nothing'],
  ['', 'nothing'],
  [[], 'nothing'],
  [true, 'yes'],
  [12_345.5, '12,345.5'],
  ['Outage', 'Outage'],
  ['2026-11-21T12:33:36.835Z', formatTimestamp('2026-11-21T12:33:36.835Z')],
  ['2029-11-08', '2029-11-08'],
  [['Admin', 'Owner'], 'Admin, Owner'],
  [[{ capabilityId: 'x', revenueShare: 0.2 }], 'capability x · revenue share 0.2'],
  [
    [
      { url: 'https://wiki.example.com/restart', kind: 'Runbook', label: 'Restart' },
      { url: 'mailto:shop@example.com', kind: 'Chat', label: 'The "shop"' },
    ],
    'Runbook "Restart" https://wiki.example.com/restart, Chat "The \\"shop\\"" mailto:shop@example.com',
  ],
])('the value %j reads %s', (value, words) => {
  expect(valueWords(value)).toBe(words);
});

it('links are shown by name if it is known', () => {
  const names = new Map([['x', 'Checkout']]);
  expect([valueWords(['x', 'y'], names), valueWords([{ capabilityId: 'x', revenueShare: 0.2 }], names), valueWords('x', names)]).toEqual([
    'Checkout, y',
    'capability Checkout · revenue share 0.2',
    'Checkout',
  ]);
});

it('fields that link are named after what they link to', () => {
  expect(['hostingAreaId', 'capabilityIds', 'processIds', 'datasetIds', 'parentId'].map(fieldWords)).toEqual([
    'hosting area',
    'capabilities',
    'processes',
    'datasets',
    'parent',
  ]);
});

it('fields and kinds are shown as words', () => {
  expect([
    fieldWords('revenueVisibleTo'),
    fieldWords('capabilities.revenueShare'),
    changeKindWords('api-key'),
    changeKindWords('hosting-zone'),
  ]).toEqual(['revenue visible to', 'capabilities revenue share', 'API key', 'Hosting zone']);
});

it.each([
  ['criticalityTier', 'MissionCritical', 'Mission critical'],
  ['kind', 'WebAPI', 'Web API'],
  ['runtime', 'Vm', 'Virtual machine'],
  ['dependencyType', 'ReadsWrites', 'Reads and writes'],
  ['mode', 'Hard', 'Hard'],
  ['name', 'MissionCritical', 'MissionCritical'],
  ['criticalityTier', null, 'nothing'],
])('the %s %j reads %s', (field, value, words) => {
  expect(fieldValueWords(field, value)).toBe(words);
});

it('says who made the change: somebody signed in, a key, the command line, or the system itself', () => {
  const actors = [
    { type: 'person', id: 'u1' },
    { type: 'key', id: 'k1' },
    { type: 'system', id: 'admin' },
    { type: 'system', id: 'start' },
  ] as const;
  expect(actors.map(actorWords)).toEqual(['Person', 'API key', 'Command line', 'System']);
});

it.each([
  [{ manifest: 'shop' }, 36, 'Manifest shop applied'],
  [{ undoOf: 'x' }, 2, 'Another change undone'],
  [{}, 1_200, '1,200 changes together'],
])('a change set from %j with %i changes is called %s', (origin, total, title) => {
  expect(groupTitle(origin, total)).toBe(title);
});

it('counts by what was done, and leaves out what was not', () => {
  expect(countWords({ created: 1_033, updated: 0, deleted: 2 })).toBe('1,033 created, 2 deleted');
});
