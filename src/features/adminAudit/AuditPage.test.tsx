import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { AuditPage } from './AuditPage';

const SET = '22222222-2222-4222-8222-222222222222';
const entry = (technicalName: string, changeSetId: string, origin: object = {}) => ({
  id: technicalName,
  changeSetId,
  at: '2026-11-28T10:00:00.000Z',
  landscapeVersion: 3,
  actor: { type: 'person', id: 'p1', name: 'Ada' },
  origin,
  op: 'create',
  kind: 'component',
  entityId: technicalName,
  technicalName,
  fields: [{ field: 'name', from: null, to: technicalName }],
});
const group = (first: ReturnType<typeof entry>, created: number) => {
  const { changeSetId, at, landscapeVersion, actor, origin } = first;
  return { changeSetId, at, landscapeVersion, actor, origin, created, updated: 0, deleted: 0, first };
};
const GROUPS = { items: [group(entry('oven', SET, { manifest: 'bakery' }), 3), group(entry('mill', 'other'), 1)], nextCursor: null };
const ENTRIES = { items: ['oven', 'counter', 'scale'].map((name) => entry(name, SET, { manifest: 'bakery' })), nextCursor: null, total: 3 };

const show = (answers: FakeAnswers, search = '') =>
  renderInTenant(<AuditPage />, {
    page: 'audit-log',
    search,
    answers: { 'changes.actors': () => [], 'landscape.names': () => [], ...answers },
  });
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Audit log' }))
    .getAllByRole('row')
    .slice(1);

it('has one entry for each apply, which opens into its changes; a single change stands for itself', async () => {
  const { user, callsOf } = show({ 'changes.groups': () => GROUPS, 'changes.list': () => ENTRIES });
  const [apply, single, ...more] = await rows();
  expect(more).toEqual([]);
  expect(apply?.textContent).toContain('Manifest bakery applied');
  expect(single?.textContent).toContain('mill');
  await user.click(within(apply!).getByRole('button', { name: 'Open Manifest bakery applied: 3 created' }));
  expect(await screen.findByText('3 changes')).toBeTruthy();
  expect(callsOf('changes.list')[0]).toMatchObject({ changeSetId: SET });
  expect((await rows()).map(({ textContent }) => /oven|counter|scale/.exec(textContent)?.[0])).toEqual(['oven', 'counter', 'scale']);
  expect(screen.getByRole('button', { name: 'Undo this change' })).toBeTruthy();
});

it('says so where nothing was changed, where filters hide all of it, and where it was refused', async () => {
  const none = { 'changes.groups': () => ({ items: [], nextCursor: null }) };
  const first = show(none);
  expect(await screen.findByText('No changes yet. What you add to the landscape appears here.')).toBeTruthy();
  first.unmount();
  const second = show(none, '?search=oven');
  expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
  second.unmount();
  show({
    'changes.groups': () => {
      throw refusal('internal', 'No answer');
    },
  });
  expect(await screen.findByText('The log cannot be shown')).toBeTruthy();
});
