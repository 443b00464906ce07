import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Role } from '@/domain/vocabulary';
import { renderInTenant, TENANT } from '@/test/dom/renderInTenant';
import { CommandPalette } from './CommandPalette';
import { palette } from './palette';

const shop = { id: 'a1', kind: 'application', name: 'Shop', technicalName: 'shop' };

afterEach(() => act(() => palette.close()));

async function open(role: Role = 'Owner', found: unknown[] = []) {
  const onSheet = vi.fn();
  const shown = renderInTenant(<CommandPalette memberships={[TENANT]} onSheet={onSheet} />, {
    tenant: { role },
    answers: { 'landscape.find': () => found },
  });
  act(() => palette.open());
  const field = await screen.findByRole('combobox');
  return { ...shown, field, onSheet };
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '');

it('goes to a page by a few letters and Enter', async () => {
  const { user, field, push } = await open();
  await user.type(field, 'landsc');
  await waitFor(() => expect(options()[0]).toContain('Landscape'));
  await user.keyboard('{Enter}');
  expect(push).toHaveBeenCalledWith(`/t/${TENANT.tenantId}/landscape`);
});

it('marks the row that Enter opens, and arrows move the mark', async () => {
  const { user, field } = await open();
  await user.type(field, 'theme');
  await waitFor(() => expect(options()).toHaveLength(3));
  const selected = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  await waitFor(() => expect(selected()).toContain('light'));
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(selected()).toContain('dark'));
});

it('offers each role only what it may use', async () => {
  await open('Viewer');
  expect(options().some((text) => text.startsWith('API keys'))).toBe(false);
  expect(options().some((text) => text.startsWith('New '))).toBe(false);
  expect(options().some((text) => text.startsWith('Connect what you run'))).toBe(false);
  expect(options().some((text) => text.startsWith('Audit log'))).toBe(true);
});

it('offers an Admin the pages for Admins, and an Editor the creation of entities', async () => {
  await open('Admin');
  expect(options().some((text) => text.startsWith('API keys'))).toBe(true);
  expect(options().some((text) => text.startsWith('New application'))).toBe(true);
});

it('leads an Editor from the name of a source to what connects it', async () => {
  const { user, field, push } = await open('Editor');
  await user.type(field, 'jaeger');
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(push).toHaveBeenCalledWith(`/t/${TENANT.tenantId}/connect`);
});

it('leads from an entity to the actions for it, and back', async () => {
  const { user, field, push } = await open('Owner', [shop]);
  await user.type(field, 'shop');
  await user.click(await screen.findByRole('option', { name: /^Shop/ }));
  expect(await screen.findByRole('combobox', { name: 'What to do with Shop' })).toBeTruthy();
  await user.click(screen.getByRole('option', { name: 'Back to all' }));
  expect(await screen.findByRole('combobox', { name: 'Find a page, an action or an entity' })).toBeTruthy();
  await user.type(screen.getByRole('combobox'), 'shop');
  await user.click(await screen.findByRole('option', { name: /^Shop/ }));
  await user.click(await screen.findByRole('option', { name: 'What breaks if Shop fails' }));
  expect(push.mock.calls[0]?.[0]).toContain('direction=downstream');
});

it('says that there are no matches only once the service has answered', async () => {
  const { user, field } = await open();
  await user.type(field, 'qqqq');
  expect(await screen.findByText('No matches for “qqqq”.')).toBeTruthy();
});

it('selects the first match when it arrives, if Enter was pressed before', async () => {
  let answer: ((found: unknown[]) => void) | null = null;
  renderInTenant(<CommandPalette memberships={[TENANT]} onSheet={vi.fn()} />, {
    answers: { 'landscape.find': () => new Promise((resolve) => void (answer = resolve)) },
  });
  act(() => palette.open());
  const field = await screen.findByRole('combobox');
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await user.type(field, 'zzshop{Enter}');
  await waitFor(() => expect(answer).not.toBeNull());
  await act(async () => {
    answer?.([{ ...shop, name: 'zzshop' }]);
    await Promise.resolve();
  });
  expect(await screen.findByRole('combobox', { name: 'What to do with zzshop' })).toBeTruthy();
});
