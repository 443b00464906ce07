import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { CreateKeyDialog } from './CreateKeyDialog';

const KEY = 'fl_0123456789abcdef';
const made = {
  id: 'k1',
  name: 'Monitoring',
  scopes: ['read'],
  key: KEY,
  hint: 'fl_…cdef',
  canSeeRevenue: false,
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
};

const nameField = () => screen.getByRole('textbox', { name: 'Name' });
const command = () => screen.getByRole('group', { name: 'A command that reads' });
const create = () => screen.getByRole('button', { name: 'Create the key' });

it('shows the new key once, and closes only after confirmation that it was copied', async () => {
  const onClose = vi.fn();
  const { user, callsOf } = renderInTenant(<CreateKeyDialog onClose={onClose} />, { answers: { 'apiKeys.create': () => made } });
  await user.click(create());
  expect(screen.getByRole('alert').textContent).toBe('Still missing: a name.');
  await user.type(nameField(), '  Monitoring ');
  await user.click(create());
  expect(await screen.findByText(KEY)).toBeTruthy();
  expect(callsOf('apiKeys.create')).toEqual([
    { name: 'Monitoring', scopes: ['read'], canSeeRevenue: false, expiresAt: expect.stringMatching(/^\d{4}-/) as string },
  ]);
  // A command keeps its line, which scrolls; only the key breaks.
  expect([screen.getByRole('group', { name: 'The key' }).className, command().className]).toEqual([
    expect.stringContaining('token') as string,
    expect.stringContaining('lines') as string,
  ]);
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('names the field that the service refuses, and keeps what was typed', async () => {
  const { user } = renderInTenant(<CreateKeyDialog onClose={() => undefined} />, {
    answers: {
      'apiKeys.create': () => {
        throw refusal('invalid_input', 'The key is not valid.', { issues: [{ path: 'name', message: 'is taken' }] });
      },
    },
  });
  await user.type(nameField(), 'Monitoring');
  await user.click(create());
  expect(await screen.findByText('Name is taken.')).toBeTruthy();
  expect(nameField()).toHaveProperty('value', 'Monitoring');
});

it('needs at least one scope', async () => {
  const { user, calls } = renderInTenant(<CreateKeyDialog onClose={() => undefined} />);
  await user.type(nameField(), 'Monitoring');
  await user.click(screen.getByRole('checkbox', { name: 'read' }));
  await user.click(create());
  expect(screen.getByRole('alert').textContent).toBe('Still missing: a scope.');
  expect(calls).toEqual([]);
});

it('offers the right to see revenue only for keys whose scopes can show it, on plans that include it', async () => {
  const { user } = renderInTenant(<CreateKeyDialog onClose={() => undefined} />, { tenant: { plan: 'Business' } });
  const revenue = screen.getByRole('checkbox', { name: 'May see and change revenue' });
  expect(revenue).toHaveProperty('disabled', false);
  await user.click(screen.getByRole('checkbox', { name: 'read' }));
  await user.click(screen.getByRole('checkbox', { name: 'health' }));
  expect(revenue).toHaveProperty('disabled', true);
});
