import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { SavedView } from '@/contract/savedViews';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { ViewsMenu } from './ViewsMenu';

const ID = '33333333-3333-4333-8333-333333333333';
const view = (more: Partial<SavedView> = {}): SavedView => ({
  id: ID,
  name: 'Databases',
  path: 'inventory/components?kind=Database',
  page: 'inventory/components',
  isShared: false,
  owner: { name: 'Ada', isYou: true },
  isDefault: false,
  mayChange: true,
  updatedAt: '2026-03-01T00:00:00.000Z',
  ...more,
});
const here = (search: string) => window.history.replaceState(null, '', `/t/${TENANT.tenantId}/inventory/components${search}`);

beforeEach(() => here(''));

async function open(items: SavedView[], { answers = {}, tenant = {} } = {}) {
  const shown = renderInTenant(<ViewsMenu page="inventory/components" />, {
    tenant,
    answers: { 'views.list': () => ({ items }), ...answers },
  });
  await waitFor(() => expect(shown.callsOf('views.list')).toHaveLength(1));
  await shown.user.click(screen.getByRole('button', { name: 'Saved views' }));
  return shown;
}

it('leads only to the views of its own page', async () => {
  await open([view(), view({ id: 'other', name: 'Elsewhere', page: 'landscape', path: 'landscape?a=b' })]);
  const item = await screen.findByRole('menuitem', { name: 'Databases' });
  expect(item.getAttribute('href')).toBe(`/t/${TENANT.tenantId}/inventory/components?kind=Database`);
  expect(screen.queryByRole('menuitem', { name: 'Elsewhere' })).toBeNull();
});

it('saves the current address under a name, shared and as the start view on request', async () => {
  here('?search=db');
  const { user, callsOf } = await open([], {
    answers: { 'views.create': () => view(), 'views.setDefault': () => view({ isDefault: true }) },
  });
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }));
  const form = await screen.findByRole('form', { name: 'Save this view' });
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(within(form).getByRole('alert').textContent).toBe('Still missing: a name.');
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Databases');
  await user.click(within(form).getByRole('checkbox', { name: /^Share it/ }));
  await user.click(within(form).getByRole('checkbox', { name: /^Start with it/ }));
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(callsOf('views.create')).toEqual([{ name: 'Databases', path: 'inventory/components?search=db', isShared: true }]),
  );
  await waitFor(() => expect(callsOf('views.setDefault')).toEqual([{ id: ID, isDefault: true }]));
});

it('says at the field that the name is taken, and offers a Viewer no sharing', async () => {
  const { user } = await open([], {
    tenant: { role: 'Viewer' },
    answers: {
      'views.create': () => {
        throw refusal('duplicate', 'No.', { issues: [{ path: 'name', message: 'is the name of another of your views' }] });
      },
    },
  });
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }));
  const form = await screen.findByRole('form', { name: 'Save this view' });
  expect(within(form).queryByRole('checkbox', { name: /^Share it/ })).toBeNull();
  await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'Databases{Enter}');
  expect(await within(form).findByText('Name is the name of another of your views.')).toBeTruthy();
});

it('opens the start view only if the address has no query', async () => {
  const begun = view({ isDefault: true });
  const first = await open([begun]);
  await waitFor(() => expect(first.push).toHaveBeenCalledWith(`/t/${TENANT.tenantId}/inventory/components?kind=Database`));
  first.unmount();
  here('?search=db');
  const second = await open([begun]);
  expect(second.push).not.toHaveBeenCalled();
});

it('allows changes to your own views, and views that others share as the start view', async () => {
  const { user, callsOf } = await open(
    [view(), view({ id: 'b', name: 'Shared', isShared: true, mayChange: false, owner: { name: 'Bob', isYou: false } })],
    {
      answers: { 'views.remove': () => view(), 'views.setDefault': () => view() },
    },
  );
  await user.click(await screen.findByRole('menuitem', { name: 'Manage views' }));
  const shared = await screen.findByRole('group', { name: 'Shared' });
  expect(within(shared).queryByRole('button')).toBeNull();
  await user.click(within(shared).getByRole('checkbox', { name: 'Start with it' }));
  await waitFor(() => expect(callsOf('views.setDefault')).toEqual([{ id: 'b', isDefault: true }]));
  await user.click(screen.getByRole('button', { name: 'Delete Databases' }));
  await waitFor(() => expect(callsOf('views.remove')).toEqual([{ id: ID }]));
});
