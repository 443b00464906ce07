import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { EntityForm } from './EntityForm';
import type { InventoryRow } from './inventoryRow';

const row = {
  id: 't1',
  technicalName: 'postgresql',
  name: 'PostgreSQL',
  description: 'The database',
  version: 4,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
} as unknown as InventoryRow;

function show(held: InventoryRow | null, answers: FakeAnswers = {}) {
  const calls = { onSaved: vi.fn(), onClose: vi.fn() };
  const shown = renderInTenant(<EntityForm kind="technology" row={held} {...calls} />, {
    answers: { 'caller.get': () => ({ canSeeRevenue: true }), 'landscape.names': () => [], ...answers },
  });
  return { ...shown, ...calls };
}
const field = (name: RegExp | string) => screen.getByRole('textbox', { name });
const press = (name: string) => screen.getByRole('button', { name });

it('names each required field that is empty, and sends nothing', async () => {
  const { user, callsOf } = show(null);
  await user.click(press('Create'));
  expect(await screen.findByText('Name is required.')).toBeTruthy();
  expect(screen.getByText('Technical name is required.')).toBeTruthy();
  expect(callsOf('technologies.create')).toEqual([]);
  await user.type(field(/^Name/), 'K');
  expect(screen.queryByText('Name is required.')).toBeNull();
});

it('suggests a technical name until somebody types one', async () => {
  const { user, callsOf, onSaved } = show(null, { 'technologies.create': () => row });
  await user.type(field(/^Name/), 'Größe & Co 2');
  expect(field(/^Technical name/)).toHaveProperty('value', 'grosse-and-co-2');
  await user.clear(field(/^Technical name/));
  await user.type(field(/^Technical name/), 'own');
  await user.type(field(/^Name/), '4');
  expect(field(/^Technical name/)).toHaveProperty('value', 'own');
  await user.click(press('Create'));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(row));
  expect(callsOf('technologies.create')).toEqual([{ technicalName: 'own', name: 'Größe & Co 24' }]);
});

it('sends only what was changed, for the version that was shown', async () => {
  const { user, calls, onSaved } = show(row, { 'technologies.update': () => ({ ...row, name: 'Postgres', version: 5 }) });
  await user.clear(field(/^Name/));
  await user.type(field(/^Name/), 'Postgres');
  await user.click(press('Save'));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  const update = calls.find(({ path }) => path === 'technologies.update');
  expect(update?.input).toEqual({ idOrTechnicalName: 't1', name: 'Postgres' });
  expect(update?.ifMatch).toBe('"4", "4r"');
});

it('closes without a request if nothing was changed', async () => {
  const { user, onClose, callsOf } = show(row);
  await user.click(press('Save'));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(callsOf('technologies.update')).toEqual([]);
});

it('shows a refusal at its field, and keeps what was typed', async () => {
  const { user } = show(null, {
    'technologies.create': () => {
      throw refusal('duplicate', 'The technical name is taken.', { issues: [{ path: 'technicalName', message: 'is taken' }] });
    },
  });
  await user.type(field(/^Name/), 'Kafka');
  await user.click(press('Create'));
  expect(await screen.findByText('Technical name is taken.')).toBeTruthy();
  expect(screen.queryByRole('alert', { name: 'Not saved' })).toBeNull();
  expect(field(/^Name/)).toHaveProperty('value', 'Kafka');
});

it('shows the request id if the service fails', async () => {
  const { user } = show(null, {
    'technologies.create': () => {
      throw refusal('unavailable', 'The database is away.', { requestId: 'r-9' });
    },
  });
  await user.type(field(/^Name/), 'Kafka');
  await user.click(press('Create'));
  const note = await screen.findByRole('alert', { name: 'Not saved' });
  expect(note.textContent).toContain('The database is away.');
  expect(note.textContent).toContain('r-9');
});

it('shows both versions side by side if somebody else saved first, and saves what was chosen', async () => {
  const theirs = { ...row, name: 'Postgres 18', description: 'Theirs', version: 5 } as InventoryRow;
  let attempts = 0;
  const { user, calls, onSaved } = show(row, {
    'technologies.update': () => {
      if (attempts++ === 0) throw refusal('precondition_failed', 'It has changed.');
      return { ...theirs, name: 'Mine', version: 6 };
    },
    'technologies.get': () => theirs,
  });
  await user.clear(field(/^Name/));
  await user.type(field(/^Name/), 'Mine');
  await user.click(press('Save'));
  const dialog = await screen.findByRole('dialog', { name: 'Somebody else changed this in the meantime' });
  expect(within(dialog).getByRole('radio', { name: 'Name: theirs, Postgres 18' })).toBeTruthy();
  expect(within(dialog).getByRole('radio', { name: 'Description: theirs, Theirs' }).getAttribute('aria-checked')).toBe('true');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  const last = calls.filter(({ path }) => path === 'technologies.update').at(-1);
  expect(last?.input).toEqual({ idOrTechnicalName: 't1', name: 'Mine' });
  expect(last?.ifMatch).toBe('"5", "5r"');
});
