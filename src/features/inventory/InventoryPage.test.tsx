import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Role } from '@/domain/vocabulary';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { InventoryPage } from './InventoryPage';

const technology = (index: number) => ({
  id: `t${index}`,
  technicalName: `tech-${index}`,
  name: `Technology ${index}`,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
});
const pageOf = (items: unknown[]) => ({ items, total: items.length, nextCursor: null });
const THREE = [1, 2, 3].map(technology);

interface Shown {
  role?: Role;
  search?: string;
}

function show(answers: FakeAnswers, { role = 'Owner', search = '' }: Shown = {}) {
  return renderInTenant(<InventoryPage kind="technology" />, {
    tenant: { role },
    page: 'inventory/technologies',
    search,
    answers: {
      'caller.get': () => ({ canSeeRevenue: true }),
      'tenant.get': () => ({ currency: 'EUR' }),
      'landscape.names': () => [],
      'landscape.filterChoices': () => ({}),
      'technologies.list': () => pageOf(THREE),
      ...answers,
    },
  });
}
const grid = () => screen.findByRole('grid', { name: 'Technologies' });
const rowOf = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const chosen = () => screen.queryByRole('group', { name: 'Selected rows' });

it('says that it is loading, then shows the rows and their number', async () => {
  show({});
  expect(screen.getByRole('status', { name: 'Loading the table' })).toBeTruthy();
  expect((await grid()).getAttribute('aria-rowcount')).toBe('4');
  expect(screen.getByText('3 technologies')).toBeTruthy();
});

it('says why the table could not be loaded, and loads it again on request', async () => {
  let attempts = 0;
  const { user } = show({
    'technologies.list': () => {
      if (attempts++ === 0) throw refusal('unavailable', 'The database is away.');
      return pageOf(THREE);
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await grid()).toBeTruthy();
});

it('distinguishes an empty table from one without matches for its filters', async () => {
  const { unmount } = show({ 'technologies.list': () => pageOf([]) });
  expect(await screen.findByRole('heading', { name: 'No technologies yet' })).toBeTruthy();
  unmount();
  const { user, callsOf } = show(
    { 'technologies.list': ({ search }: { search?: string }) => pageOf(search === undefined ? THREE : []) },
    { search: '?search=zzz' },
  );
  expect(await screen.findByText('No technology matches.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  expect(await grid()).toBeTruthy();
  expect(callsOf('technologies.list').length).toBeGreaterThan(1);
});

it('offers a Viewer nothing that would be refused', async () => {
  const { user } = show({}, { role: 'Viewer', search: '?new=true' });
  await grid();
  expect(screen.queryByRole('button', { name: /^New/ })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
  await user.keyboard('n');
  expect(screen.queryByRole('form')).toBeNull();
});

it('opens the form for a new entity through a link, and does not reopen it after closing', async () => {
  const { user } = show({}, { search: '?new=true' });
  expect(await screen.findByRole('form', { name: 'New technology' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
});

it('selects by keyboard, a range with Shift, and nothing after Clear selection', async () => {
  const { user } = show({});
  (await grid()).focus();
  await user.keyboard('jx');
  expect(rowOf('Technology 1')).toHaveProperty('checked', true);
  await user.keyboard('jj{Shift>}x{/Shift}');
  expect(within(chosen() as HTMLElement).getByRole('status').textContent).toBe('3 technologies selected');
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(chosen()).toBeNull();
  expect(rowOf('Technology 1')).toHaveProperty('checked', false);
});

it('moves through the rows by keyboard and opens the active one', async () => {
  const { user } = show({ 'technologies.get': () => technology(2), 'changes.list': () => pageOf([]) });
  const table = await grid();
  table.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(table.getAttribute('aria-activedescendant')).toBe('row-t2');
  await user.keyboard('{End}{ArrowUp}{Enter}');
  expect(await screen.findByRole('region', { name: 'Technology Technology 2' })).toBeTruthy();
});

it('sorts by a heading, on the server', async () => {
  const { user, callsOf } = show({});
  await grid();
  const heading = () => screen.getByRole('columnheader', { name: 'Name' });
  const before = heading().getAttribute('aria-sort');
  await user.click(within(heading()).getByRole('button'));
  await waitFor(() => expect(heading().getAttribute('aria-sort')).not.toBe(before));
  expect((callsOf('technologies.list').at(-1) as { sort: string }).sort).toMatch(/name/);
});

it('deletes all selected entities', async () => {
  const { user, callsOf } = show({ 'bulk.delete': () => ({ changeSetId: 's1' }) });
  await grid();
  await user.click(screen.getByRole('checkbox', { name: 'Select all 3 loaded' }));
  await user.click(within(chosen() as HTMLElement).getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 3 technologies?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(callsOf('bulk.delete')).toEqual([{ kind: 'technology', ids: ['t1', 't2', 't3'], cascade: false }]));
});
