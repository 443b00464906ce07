import { describe, expect, it } from 'vitest';
import type { Overview } from './overview';
import { changeSetFacts, changeSetTitle } from './changeSetWords';

type ChangeSet = Overview['changes']['latest'][number];

const set = (more: Partial<ChangeSet>): ChangeSet => ({
  changeSetId: 'c',
  at: '2026-03-01T00:00:00.000Z',
  actor: { type: 'person', id: 'a', name: 'Ada' },
  manifest: null,
  landscapeVersion: 1,
  created: 0,
  updated: 0,
  deleted: 0,
  first: { kind: 'component', technicalName: 'web' },
  ...more,
});

describe('a change set in words', () => {
  it.each([
    ['one thing added', set({ created: 1 }), 'Component web added', ['by Ada']],
    ['one thing changed', set({ updated: 1 }), 'Component web changed', ['by Ada']],
    [
      'one dependency deleted',
      set({ deleted: 1, first: { kind: 'dependency', technicalName: 'web → db' } }),
      'Dependency web → db deleted',
      ['by Ada'],
    ],
    ['many by hand', set({ updated: 2, deleted: 1_000 }), '1,002 entries changed', ['by Ada', '2 changed', '1,000 deleted']],
    ['a manifest', set({ manifest: 'shop', created: 1 }), 'Manifest shop applied', ['by Ada', '1 added']],
  ])('%s', (_case, changes, title, facts) => {
    expect([changeSetTitle(changes), changeSetFacts(changes)]).toEqual([title, facts]);
  });
});
