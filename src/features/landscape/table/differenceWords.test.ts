import { expect, it } from 'vitest';
import type { Differences, LandscapeDifference } from '@/contract/landscapeDifferences';
import { differenceSummary, fieldWords } from './differenceWords';

const instant = { at: '2026-11-01T00:00:00Z', landscapeVersion: 1 };
const counted = (counts: Differences['counts']): Differences => ({ since: instant, at: instant, counts, items: [], omitted: 0 });

it.each<[string, Differences['counts']]>([
  ['No differences.', []],
  [
    'Components: 2 new, 1 gone · Dependencies: 3 changed · 4 other differences',
    [
      { kind: 'component', appeared: 2, vanished: 1, changed: 0 },
      { kind: 'segment', appeared: 1, vanished: 1, changed: 2 },
      { kind: 'dependency', appeared: 0, vanished: 0, changed: 3 },
    ],
  ],
])('%s', (words, counts) => {
  expect(differenceSummary(counted(counts))).toBe(words);
});

it('shows readable values, and only the field name for lists, ids and withheld revenue', () => {
  const item: LandscapeDifference = {
    difference: 'changed',
    kind: 'segment',
    id: 'a',
    technicalName: 'a',
    name: 'A',
    fields: [
      { field: 'name', from: 'B', to: 'A' },
      { field: 'description', from: null, to: 'x' },
      { field: 'annualRevenue', withheld: true },
      { field: 'tags', from: ['x'], to: [] },
      { field: 'applicationId', from: '11111111-1111-4111-8111-11111111111a', to: '11111111-1111-4111-8111-11111111111b' },
    ],
  };
  expect(fieldWords(item)).toBe('name: B → A, description: nothing → x, annualRevenue, tags, applicationId');
});
