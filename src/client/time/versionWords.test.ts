import { expect, it } from 'vitest';
import type { ChangeSetSummary } from '@/contract/changeSets';
import { versionWords } from './versionWords';

const set = (more: Partial<ChangeSetSummary>): ChangeSetSummary => ({
  id: 'a',
  landscapeVersion: 1,
  at: '2026-11-01T00:00:00Z',
  actor: { type: 'person', id: 'a', name: 'Ada' },
  origin: { via: 'api' },
  counts: [],
  technicalName: null,
  ...more,
});

it.each<[string, Partial<ChangeSetSummary>]>([
  ['Ada changed component web', { technicalName: 'web', counts: [{ kind: 'component', op: 'update', count: 1 }] }],
  ['Ada deleted hosting zone east', { technicalName: 'east', counts: [{ kind: 'hosting-zone', op: 'delete', count: 1 }] }],
  [
    'Ada: 3 components added; 1 dependency, 2 technologies, 4 more deleted',
    {
      counts: [
        { kind: 'component', op: 'create', count: 3 },
        { kind: 'dependency', op: 'delete', count: 1 },
        { kind: 'technology', op: 'delete', count: 2 },
        { kind: 'dataset', op: 'delete', count: 4 },
      ],
    },
  ],
  [
    'Ada applied manifest shop: 1 component added',
    { origin: { manifest: 'shop' }, technicalName: 'web', counts: [{ kind: 'component', op: 'create', count: 1 }] },
  ],
])('%s', (words, more) => {
  expect(versionWords(set(more))).toBe(words);
});
