import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Tenant } from '@/contract/tenant';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { SettingsForm } from './SettingsForm';

const tenant = {
  name: 'Astronomy',
  plan: 'Enterprise',
  currency: 'EUR',
  revenueVisibleTo: ['Owner'],
  incidentThreshold: 'Degraded',
  resolveAfterSeconds: 300,
  openAfterSeconds: 15,
  recoveryGraceSeconds: 60,
  staleAfterMinutes: 0,
} as unknown as Tenant;

const show = (answers: FakeAnswers = {}, more: Partial<Tenant> = {}) =>
  renderInTenant(<SettingsForm tenant={{ ...tenant, ...more }} ifMatch='"v7"' />, { answers });
const name = () => screen.getByRole('textbox', { name: 'Name of the tenant' });
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' });
const save = () => screen.getByRole('button', { name: 'Save the settings' });

it('sends only what was changed, for the version that was shown', async () => {
  const { user, calls } = show({ 'tenant.update': () => tenant });
  expect(bar()).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Admin' }));
  expect(bar()?.textContent).toContain('1 unsaved change');
  await user.click(save());
  expect(await screen.findByText('Settings saved.')).toBeTruthy();
  const [call] = calls;
  expect(call).toMatchObject({ path: 'tenant.update', ifMatch: '"v7"' });
  const { revenueVisibleTo, ...rest } = call?.input as { revenueVisibleTo: string[] };
  expect([...revenueVisibleTo].sort()).toEqual(['Admin', 'Owner']);
  expect(rest).toEqual({});
});

it('says that somebody else has changed the settings, and loads them again', async () => {
  const { user, queryClient } = show({
    'tenant.update': () => {
      throw refusal('precondition_failed', 'It has changed.');
    },
  });
  await user.type(name(), ' Two');
  await user.click(save());
  const note = await screen.findByRole('alert', { name: 'Somebody changed the settings in the meantime' });
  expect(note).toBeTruthy();
  let asked = 0;
  queryClient.invalidateQueries = () => Promise.resolve(void asked++);
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(asked).toBeGreaterThan(0);
  expect(name()).toHaveProperty('value', 'Astronomy Two');
});

it('can discard unsaved changes', async () => {
  const { user } = show();
  await user.clear(name());
  expect(save()).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(name()).toHaveProperty('value', 'Astronomy');
  expect(bar()).toBeNull();
});

it('says which plans show revenue', () => {
  show({}, { plan: 'Free' } as Partial<Tenant>);
  expect(screen.getByText('Needs the Business plan or above; on Free nobody sees revenue.')).toBeTruthy();
});

it('shows what a limit for the age of reports would make stale, before it is saved', async () => {
  const { user, calls } = show({
    'health.wouldBeStale': () => ({ components: 7, unhealthy: 1, named: ['Cart', 'Checkout'] }),
    'tenant.update': () => tenant,
  });
  expect(screen.queryByText(/would be stale now/)).toBeNull();
  await user.clear(screen.getByRole('textbox', { name: 'Stale after' }));
  await user.type(screen.getByRole('textbox', { name: 'Stale after' }), '90 min');
  expect(await screen.findByText('7 components would be stale now, 1 of them unhealthy: Cart, Checkout and 5 more.')).toBeTruthy();
  expect(calls.at(-1)).toMatchObject({ path: 'health.wouldBeStale', input: { staleAfterMinutes: 90 } });
  await user.click(save());
  expect(await screen.findByText('Settings saved.')).toBeTruthy();
  expect(calls.find(({ path }) => path === 'tenant.update')?.input).toMatchObject({ staleAfterMinutes: 90 });
});

it('takes durations in words, and says how to write what it cannot read', async () => {
  const { user, calls } = show({ 'tenant.update': () => tenant });
  const field = screen.getByRole('textbox', { name: 'Resolves after' });
  expect(field).toHaveProperty('value', '5 minutes');
  await user.clear(field);
  await user.type(field, '90');
  expect(screen.getByText('Write it as 30 seconds or 5 minutes; 1 day at most.')).toBeTruthy();
  expect(save()).toHaveProperty('disabled', true);
  await user.type(field, ' s{Tab}');
  expect(field).toHaveProperty('value', '1 minute 30 seconds');
  await user.click(save());
  expect(await screen.findByText('Settings saved.')).toBeTruthy();
  expect(calls[0]?.input).toEqual({ resolveAfterSeconds: 90 });
});
