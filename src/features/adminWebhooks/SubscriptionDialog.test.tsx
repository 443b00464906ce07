import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Subscription } from '@/contract/subscriptions';
import type { Webhook } from '@/contract/webhooks';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { SubscriptionDialog } from './SubscriptionDialog';

const webhooks = [
  { id: 'w1', url: 'https://hooks.slack.com/…', format: 'slack', description: 'The channel on-call' },
  { id: 'w2', url: 'mailto:ops@acme.com', format: 'email', description: null },
] as unknown as Webhook[];
const subscription = {
  id: 's1',
  name: 'Shop',
  webhookId: 'w2',
  watch: { kind: 'application', entityId: 'a1', technicalName: 'shop', team: null },
  when: { state: 'Degraded' },
  minutes: 0,
} as Subscription;
const button = (name: string) => screen.getByRole('button', { name });
const select = (name: string) => screen.getByRole('combobox', { name });

it('can watch a team for a state, and says what is still missing', async () => {
  const onClose = vi.fn();
  const { user, callsOf } = renderInTenant(<SubscriptionDialog subscription={null} webhooks={webhooks} onClose={onClose} />, {
    answers: { 'subscriptions.create': () => subscription },
  });
  await user.selectOptions(select('Watch'), 'Team');
  await user.click(button('Subscribe'));
  expect(screen.getByRole('alert').textContent).toBe('Still missing: a name and the team.');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Checkout is down');
  await user.type(screen.getByRole('textbox', { name: 'Team' }), 'Checkout');
  await user.selectOptions(select('Notify'), 'E-mail: ops@acme.com');
  await user.click(button('Subscribe'));
  expect(await screen.findByText('Subscribed.')).toBeTruthy();
  const watch = { kind: 'team', team: 'Checkout' };
  expect(callsOf('subscriptions.create')).toEqual([
    { name: 'Checkout is down', webhookId: 'w2', watch, when: { state: 'Outage' }, minutes: 5 },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('can watch everything for an amount, and keeps what was typed after a refusal', async () => {
  const { user, callsOf } = renderInTenant(<SubscriptionDialog subscription={null} webhooks={webhooks} onClose={() => undefined} />, {
    answers: {
      'subscriptions.create': () => {
        throw refusal('conflict', 'There are already 200 subscriptions. Delete one first.');
      },
    },
  });
  await user.selectOptions(select('Watch'), 'Everything');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'It costs');
  await user.click(screen.getByRole('radio', { name: 'An expected cost per hour' }));
  await user.type(screen.getByRole('textbox', { name: 'Expected cost per hour, at least' }), '5000');
  await user.click(button('Subscribe'));
  expect(await screen.findByText(/There are already 200 subscriptions/)).toBeTruthy();
  expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('It costs');
  expect(callsOf('subscriptions.create')).toMatchObject([{ watch: { kind: 'tenant' }, when: { expectedPerHour: 5_000 } }]);
});

it('changes the condition of an existing subscription, but not what it watches', async () => {
  const { user, callsOf } = renderInTenant(
    <SubscriptionDialog subscription={subscription} webhooks={webhooks} onClose={() => undefined} />,
    {
      answers: { 'subscriptions.update': () => subscription },
    },
  );
  expect((screen.getByRole('textbox', { name: 'Watches' }) as HTMLInputElement).readOnly).toBe(true);
  // An application itself has no exposure.
  expect(screen.queryByRole('radio', { name: 'An expected cost per hour' })).toBeNull();
  await user.selectOptions(select('State'), 'Outage');
  await user.click(button('Save'));
  expect(await screen.findByText('Subscription saved.')).toBeTruthy();
  expect(callsOf('subscriptions.update')).toEqual([{ id: 's1', name: 'Shop', webhookId: 'w2', when: { state: 'Outage' }, minutes: 0 }]);
});
