import { expect, it } from 'vitest';
import type { ChangeEntry } from '@/contract/changes';
import { linkedPortions } from './linkNames';

function entryOf(fields: ChangeEntry['fields']): ChangeEntry {
  return {
    id: '1.1',
    changeSetId: 'c',
    at: '2026-11-21T12:00:00.000Z',
    landscapeVersion: 1,
    actor: { type: 'person', id: 'p', name: 'P' },
    origin: {},
    op: 'update',
    kind: 'component',
    entityId: 'e',
    technicalName: 'e',
    fields,
  };
}

it('requests each link once, by kind, and nothing else', () => {
  const entries = [
    entryOf([
      { field: 'applicationId', from: 'a2', to: 'a1' },
      { field: 'name', from: 'Old', to: 'New' },
      { field: 'datasetIds', from: [], to: ['d1'] },
    ]),
    entryOf([
      { field: 'applicationId', from: null, to: 'a1' },
      { field: 'capabilities', from: null, to: [{ capabilityId: 'k1', revenueShare: 0.5 }] },
    ]),
    entryOf([{ field: 'capabilities', withheld: true }]),
  ];
  expect(linkedPortions(entries)).toEqual([
    { kind: 'application', ids: ['a1', 'a2'] },
    { kind: 'dataset', ids: ['d1'] },
    { kind: 'capability', ids: ['k1'] },
  ]);
});

it('requests nothing twice when older entries are added', () => {
  const entries = Array.from({ length: 120 }, (_, at) => entryOf([{ field: 'sourceComponentId', from: null, to: `c${at}` }]));
  const first = linkedPortions(entries.slice(0, 50));
  expect(linkedPortions(entries).slice(0, first.length)).toEqual(first);
});
