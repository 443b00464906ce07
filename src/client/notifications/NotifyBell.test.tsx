import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { OwnNotifications, OwnSubscription } from '@/contract/notifications';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { NotifyBell, TeamBell } from './NotifyBell';

const OWN: OwnSubscription = {
  id: 's1',
  isDigest: false,
  webhookId: null,
  watch: { kind: 'component', entityId: 'c1', name: 'Order database', team: null },
  state: 'Outage',
  minutes: 5,
  isPaused: false,
  status: 'Quiet',
  since: null,
  createdAt: '2026-11-20T10:00:00.000Z',
};
const NONE: OwnNotifications = { items: [], most: 50, mail: { address: 'ada@acme.example', isAvailable: true }, channels: [] };
const CHANNEL = { webhookId: 'w1', format: 'slack', description: 'on-call', isEnabled: true } as const;

const bell = () => screen.findByRole('button', { name: 'Notify me', pressed: false });

it('subscribes the person to what they look at, by mail or to an open channel', async () => {
  const { user, callsOf } = renderInTenant(<NotifyBell kind="component" id="c1" name="Order database" />, {
    answers: {
      'notifications.list': () => ({ ...NONE, channels: [CHANNEL] }),
      'notifications.subscribe': () => ({ ...OWN, state: 'Degraded', webhookId: 'w1' }),
    },
  });
  await screen.findByRole('button', { name: 'Notify me' });
  await user.click(await bell());
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Tell me when it' }), 'is degraded or worse');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Send to' }), 'Slack: on-call');
  await user.click(screen.getAllByRole('button', { name: 'Notify me' }).at(-1)!);
  expect(await screen.findByText('You get a message when Order database is degraded or worse for 5 minutes.')).toBeTruthy();
  expect(callsOf('notifications.subscribe')).toEqual([
    { watch: { kind: 'component', entity: 'c1' }, state: 'Degraded', minutes: 5, webhookId: 'w1' },
  ]);
});

it('is pressed while they are subscribed, and ends that when it is pressed again', async () => {
  let items = [OWN];
  const { user, callsOf } = renderInTenant(<NotifyBell kind="component" id="c1" name="Order database" />, {
    answers: {
      'notifications.list': () => ({ ...NONE, items }),
      'notifications.end': () => {
        items = [];
        return OWN;
      },
    },
  });
  const pressed = await screen.findByRole('button', { name: 'Notify me', pressed: true });
  expect(pressed.title).toBe('You get a message when Order database is down for 5 minutes: ada@acme.example');
  await user.click(pressed);
  expect(await screen.findByText('You get no more messages about Order database.')).toBeTruthy();
  expect(await bell()).toBeTruthy();
  expect(callsOf('notifications.end')).toEqual([{ id: 's1' }]);
});

it('says where messages cannot go, and keeps what was chosen after a refusal', async () => {
  const { user } = renderInTenant(<NotifyBell kind="capability" id="k1" name="Sell" />, {
    answers: {
      'notifications.list': () => ({ ...NONE, mail: { address: 'ada@acme.example', isAvailable: false }, channels: [CHANNEL] }),
      'notifications.subscribe': () => {
        throw refusal('conflict', 'You already have 50 subscriptions. End one under Notifications first.');
      },
    },
  });
  await screen.findByRole('button', { name: 'Notify me' });
  await user.click(await bell());
  expect(await screen.findByText('This installation sends no mail yet')).toBeTruthy();
  expect(screen.getAllByRole('option', { name: /Mail|Slack/ }).map(({ textContent }) => textContent)).toEqual(['Slack: on-call']);
  await user.click(screen.getAllByRole('button', { name: 'Notify me' }).at(-1)!);
  expect(await screen.findByText(/You already have 50 subscriptions/)).toBeTruthy();
});

it('cannot be pressed while nothing is known, and is absent where there is no state to watch', async () => {
  const { rerender } = renderInTenant(<NotifyBell kind="component" id="c1" name="Order database" />, {
    answers: {
      'notifications.list': () => {
        throw refusal('unavailable', 'Later.');
      },
    },
  });
  expect((await screen.findByRole('button', { name: 'Notify me' })) as HTMLButtonElement).toHaveProperty('disabled', true);
  rerender(<NotifyBell kind="technology" id="t1" name="PostgreSQL" />);
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['everything', null, { kind: 'tenant' }, 'any capability', 'any capability is down for 5 minutes'],
  ['team Web', 'Web', { kind: 'team', team: 'Web' }, 'any of its applications', 'any application of team Web is down for 5 minutes'],
] as const)('subscribes to %s, as an icon among icons', async (name, team, watch, subject, told) => {
  const made = { ...OWN, watch: { ...watch, entityId: null, name, team } };
  const { user, callsOf } = renderInTenant(<TeamBell look="icon" team={team} />, {
    answers: { 'notifications.list': () => NONE, 'notifications.subscribe': () => made },
  });
  await screen.findByRole('button', { name: `Notify me about ${name}`, pressed: false });
  await user.click(screen.getByRole('button', { name: `Notify me about ${name}` }));
  await user.selectOptions(await screen.findByRole('combobox', { name: `Tell me when ${subject}` }), 'is down');
  await user.click(screen.getByRole('button', { name: 'Notify me' }));
  expect(await screen.findByText(`You get a message when ${told}.`)).toBeTruthy();
  expect(callsOf('notifications.subscribe')).toEqual([{ watch, state: 'Outage', minutes: 5, webhookId: null }]);
});
