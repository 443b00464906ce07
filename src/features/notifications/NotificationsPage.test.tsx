import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OwnNotifications, OwnSubscription } from '@/contract/notifications';
import { refusal, type FakeAnswers } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { NotificationsPage } from './NotificationsPage';

const OWN: OwnSubscription = {
  id: 's1',
  isDigest: false,
  webhookId: null,
  watch: { kind: 'component', entityId: '22222222-2222-4222-8222-222222222222', name: 'Order database', team: null },
  state: 'Outage',
  minutes: 5,
  isPaused: false,
  status: 'Raised',
  since: '2026-11-20T10:00:00.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
};
const DIGEST: OwnSubscription = {
  ...OWN,
  id: 's2',
  isDigest: true,
  webhookId: 'w1',
  watch: { kind: 'team', entityId: null, name: 'Team Web', team: 'Web' },
  state: null,
  minutes: 0,
  status: 'Quiet',
  since: null,
};
const ALL: OwnNotifications = {
  items: [OWN, DIGEST],
  most: 50,
  mail: { address: 'ada@acme.example', isAvailable: true },
  channels: [{ webhookId: 'w1', format: 'teams', description: 'Shop', isEnabled: true }],
};
const show = (answers: FakeAnswers) =>
  renderInTenant(<NotificationsPage />, {
    tenant: { role: 'Viewer' },
    answers: {
      'landscape.filterChoices': () => ({ teams: [{ value: 'Web', name: 'Web' }], zones: [], technologies: [] }),
      ...answers,
    },
  });
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!);

it('lists what the person is told about, where it goes, and how it stands', async () => {
  show({ 'notifications.list': () => ALL });
  const database = await rowOf('Order database');
  expect(database.getByText('is down for 5 minutes')).toBeTruthy();
  expect(database.getByText('ada@acme.example')).toBeTruthy();
  expect(database.getByText('You were told')).toBeTruthy();
  const digest = await rowOf('Team Web');
  expect(digest.getByText('Teams: Shop')).toBeTruthy();
  expect(digest.getByText('Every Monday, if something changed')).toBeTruthy();
});

it('says so while nothing is subscribed to, and what an operator sets for mail', async () => {
  show({ 'notifications.list': () => ({ ...ALL, items: [], channels: [], mail: { address: 'ada@acme.example', isAvailable: false } }) });
  expect(await screen.findByText(/You are told about nothing yet/)).toBeTruthy();
  expect(screen.getByText('SMTP_URL')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Subscribe to the digest' })).toHaveProperty('disabled', true);
});

it('says that the list cannot be shown, and tries again', async () => {
  let isUp = false;
  const { user } = show({
    'notifications.list': () => {
      if (!isUp) throw refusal('unavailable', 'The database is away.');
      return ALL;
    },
  });
  expect(await screen.findByText('Your notifications cannot be shown')).toBeTruthy();
  isUp = true;
  await user.click(screen.getByRole('button', { name: /again/i }));
  expect(await screen.findByText('Order database')).toBeTruthy();
});

it.each([
  ['Order database', 'Send a test', 'notifications.test', { id: 's1' }, 'A test is on its way to ada@acme.example.'],
  ['Order database', 'Pause', 'notifications.update', { id: 's1', isPaused: true }, 'The subscription is paused.'],
  ['Order database', 'End', 'notifications.end', { id: 's1' }, 'You get no more messages about Order database.'],
  ['the digest of team Web', 'End', 'notifications.end', { id: 's2' }, 'You no longer get the digest of team Web.'],
])('has for %s the action %s', async (called, action, path, input, said) => {
  const { user, callsOf } = show({ 'notifications.list': () => ALL, [path]: () => ({ ...OWN, isPaused: true }) });
  await user.click(await screen.findByRole('button', { name: `Actions for ${called}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  expect(await screen.findByText(said)).toBeTruthy();
  expect(callsOf(path)).toEqual([input]);
});

it('changes where a digest goes, which has no condition', async () => {
  const { user, callsOf } = show({ 'notifications.list': () => ALL, 'notifications.update': () => DIGEST });
  await user.click(await screen.findByRole('button', { name: 'Actions for the digest of team Web' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('combobox', { name: 'Tell me when it' })).toBeNull();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Send to' }), 'Mail to ada@acme.example');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved.')).toBeTruthy();
  expect(callsOf('notifications.update')).toEqual([{ id: 's2', webhookId: null }]);
});

it('subscribes to the digest of a team', async () => {
  const { user, callsOf } = show({ 'notifications.list': () => ALL, 'notifications.subscribeToDigest': () => DIGEST });
  await screen.findAllByRole('option', { name: 'Web' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Web');
  await user.click(screen.getByRole('button', { name: 'Subscribe to the digest' }));
  expect(await screen.findByText('You get a digest on Mondays, in weeks with changes.')).toBeTruthy();
  expect(callsOf('notifications.subscribeToDigest')).toEqual([{ team: 'Web', webhookId: null }]);
});
