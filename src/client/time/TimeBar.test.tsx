import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ChangeSetSummary } from '@/contract/changeSets';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { TimeBar } from './TimeBar';

const version = (landscapeVersion: number, at: string): ChangeSetSummary => ({
  id: `33333333-3333-4333-8333-33333333333${landscapeVersion}`,
  landscapeVersion,
  at,
  actor: { type: 'person', id: 'ada', name: 'Ada' },
  origin: {},
  counts: [],
  technicalName: null,
});

it.each([
  ['2026-11-23T16:41:05.000Z', /16:41, version 3 to 4$/],
  ['2026-11-23T15:10:05.000Z', /15:10 to .*16:41$/],
])('labels two versions within one minute by their numbers, and others by their times: from %s', async (since, words) => {
  const sets = [version(3, since), version(4, '2026-11-23T16:41:50.000Z')];
  renderInTenant(<TimeBar instants={{ at: sets[1]!.at, since }} versions={{ at: 4, since: 3 }} canCompare onChange={() => undefined} />, {
    answers: { 'changes.sets': () => ({ oldest: 3, latest: 4, sets }) },
  });
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(words));
});
