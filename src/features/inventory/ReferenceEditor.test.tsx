import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Reference } from '@/domain/references';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { EntityForm } from './EntityForm';
import type { InventoryRow } from './inventoryRow';

const restart: Reference = { kind: 'Runbook', label: 'Restart', url: 'https://wiki.example.com/restart' };
const traffic: Reference = { kind: 'Dashboard', label: 'Traffic', url: 'https://grafana.example.com/d/1' };

function show(references: Reference[], answers: FakeAnswers = {}) {
  const row = {
    ...{ id: 'a1', technicalName: 'shop', name: 'Shop', description: null, version: 4, lifecycleState: 'Production' },
    ...{ criticalityTier: 'BusinessOperational', ownerTeam: null, contact: null, references, capabilityIds: [], processIds: [] },
    ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  } as unknown as InventoryRow;
  const onSaved = vi.fn();
  const shown = renderInTenant(<EntityForm kind="application" row={row} onSaved={onSaved} onClose={vi.fn()} />, {
    answers: { 'caller.get': () => ({ canSeeRevenue: true }), 'landscape.names': () => [], 'applications.update': () => row, ...answers },
  });
  const save = async (): Promise<unknown> => {
    await shown.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    return shown.callsOf('applications.update').at(-1);
  };
  return { ...shown, save };
}
const editor = () => within(screen.getByRole('group', { name: 'References' }));
const rowOf = (number: number) => within(editor().getByRole('group', { name: `Reference ${number}` }));
const press = (name: string) => editor().getByRole('button', { name });
/** Pasted: typing renders the form once a letter. */
const fill = async (user: UserEvent, field: HTMLElement, text: string): Promise<void> => {
  await user.click(field);
  await user.paste(text);
};
const labels = () => editor().queryAllByRole('textbox', { name: 'Label' });

it('adds a reference at the end, with the keyboard in its label, and sends all of them', async () => {
  const { user, save } = show([restart]);
  await user.click(press('Add a reference'));
  expect(document.activeElement).toBe(labels()[1]);
  await user.paste('Traffic');
  await user.click(rowOf(2).getByRole('combobox', { name: 'Kind of reference' }));
  await user.click(await screen.findByRole('option', { name: 'Dashboard' }));
  await fill(user, rowOf(2).getByRole('textbox', { name: 'URL' }), traffic.url);
  expect(await save()).toEqual({ idOrTechnicalName: 'a1', references: [restart, traffic] });
});

it('removes one and moves one up, and keeps the focus in the list', async () => {
  const { user, save } = show([restart, traffic, { ...traffic, url: 'https://grafana.example.com/d/2' }]);
  await user.click(press('Remove reference 3'));
  expect(document.activeElement).toBe(press('Add a reference'));
  await user.click(press('Move reference 2 up'));
  expect(document.activeElement).toBe(labels()[0]);
  expect(editor().queryByRole('button', { name: 'Move reference 1 up' })).toBeNull();
  expect(await save()).toEqual({ idOrTechnicalName: 'a1', references: [traffic, restart] });
});

it('can be emptied', async () => {
  const { user, save } = show([restart]);
  await user.click(press('Remove reference 1'));
  expect(labels()).toHaveLength(0);
  expect(await save()).toEqual({ idOrTechnicalName: 'a1', references: [] });
});

it('says in each row what is wrong with it, and sends nothing', async () => {
  const { user, callsOf } = show([restart]);
  await user.click(press('Add a reference'));
  await fill(user, rowOf(2).getByRole('textbox', { name: 'URL' }), 'javascript:alert(1)');
  await user.click(press('Add a reference'));
  await fill(user, rowOf(3).getByRole('textbox', { name: 'Label' }), 'Again');
  await fill(user, rowOf(3).getByRole('textbox', { name: 'URL' }), restart.url);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await rowOf(2).findByText('Label must not be blank.')).toBeTruthy();
  expect(rowOf(2).getByText(/^URL must be a complete address that starts with https, http or mailto/)).toBeTruthy();
  expect(rowOf(3).getByText('URL is listed twice.')).toBeTruthy();
  expect(rowOf(1).queryByText(/must|twice/)).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(callsOf('applications.update')).toEqual([]);
});

it('shows what the service refuses in its row', async () => {
  const { user } = show([restart], {
    'applications.update': () => {
      throw refusal('invalid_input', 'The input is wrong.', { issues: [{ path: 'references[0].url', message: 'is not known' }] });
    },
  });
  await fill(user, rowOf(1).getByRole('textbox', { name: 'Label' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await rowOf(1).findByText('URL is not known.')).toBeTruthy();
  expect(labels()[0]).toHaveProperty('value', 'Restart!');
});

it('takes 20 and no more', () => {
  show(Array.from({ length: 20 }, (_, index) => ({ ...restart, url: `https://wiki.example.com/${index}` })));
  expect(press('Add a reference')).toHaveProperty('disabled', true);
  expect(editor().getByText('There can be 20.')).toBeTruthy();
});
