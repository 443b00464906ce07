import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Webhook } from '@/contract/webhooks';
import { refusal } from '@/test/dom/fakeTransport';
import { renderInTenant } from '@/test/dom/renderInTenant';
import { WebhookDialog } from './WebhookDialog';

const URL = 'https://hooks.example.com/faultline';
const webhook = { id: 'w1', url: URL, format: 'events', description: 'Pager', eventTypes: null } as unknown as Webhook;
const address = () => screen.getByRole('textbox', { name: 'Address' });
const button = (name: string) => screen.getByRole('button', { name });

it('shows the secret of a new webhook once, and closes only after confirmation that it was copied', async () => {
  const onClose = vi.fn();
  const { user, callsOf } = renderInTenant(<WebhookDialog webhook={null} onClose={onClose} />, {
    answers: { 'webhooks.create': () => ({ ...webhook, secret: 'whsec_abc' }) },
  });
  await user.type(address(), ` ${URL} `);
  await user.click(button('Create the webhook'));
  expect(await screen.findByText('whsec_abc')).toBeTruthy();
  expect(callsOf('webhooks.create')).toEqual([{ url: URL, description: null, eventTypes: null }]);
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(button('I have copied it'));
  expect(onClose).toHaveBeenCalledOnce();
});

it('sends only the chosen events, and requires at least one', async () => {
  const { user, callsOf } = renderInTenant(<WebhookDialog webhook={null} onClose={() => undefined} />, {
    answers: { 'webhooks.create': () => ({ ...webhook, secret: 'whsec_abc' }) },
  });
  await user.type(address(), URL);
  await user.click(screen.getByRole('radio', { name: 'Only these' }));
  await user.click(button('Create the webhook'));
  expect(screen.getByRole('alert').textContent).toBe('Still missing: an event to send.');
  await user.click(screen.getByRole('checkbox', { name: 'incident.resolved' }));
  await user.click(screen.getByRole('checkbox', { name: 'incident.opened' }));
  await user.click(button('Create the webhook'));
  await screen.findByText('whsec_abc');
  expect(callsOf('webhooks.create')).toEqual([{ url: URL, description: null, eventTypes: ['incident.opened', 'incident.resolved'] }]);
});

it('changes an existing webhook by its id, and closes', async () => {
  const onClose = vi.fn();
  const { user, callsOf } = renderInTenant(<WebhookDialog webhook={webhook} onClose={onClose} />, {
    answers: { 'webhooks.update': () => webhook },
  });
  await user.clear(screen.getByRole('textbox', { name: 'Description' }));
  await user.click(button('Save the webhook'));
  expect(await screen.findByText('Webhook saved.')).toBeTruthy();
  expect(callsOf('webhooks.update')).toEqual([{ id: 'w1', url: URL, description: null, eventTypes: null }]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('says at the field why the address is refused', async () => {
  const { user } = renderInTenant(<WebhookDialog webhook={webhook} onClose={() => undefined} />, {
    answers: {
      'webhooks.update': () => {
        throw refusal('invalid_input', 'Not valid.', { issues: [{ path: 'url', message: 'is not public' }] });
      },
    },
  });
  await user.click(button('Save the webhook'));
  expect(await screen.findByText('Address is not public.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('for a chat sends its format and only the subscribed events, and closes without a secret', async () => {
  const onClose = vi.fn();
  const { user, callsOf } = renderInTenant(<WebhookDialog webhook={null} onClose={onClose} />, {
    answers: { 'webhooks.create': () => ({ ...webhook, format: 'slack', secret: 'whsec_abc' }) },
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Send as' }), 'Slack');
  await user.type(address(), 'https://hooks.slack.com/services/T/B/X');
  await user.click(button('Create the webhook'));
  expect(await screen.findByText(/^Webhook created/)).toBeTruthy();
  expect(screen.queryByText('whsec_abc')).toBeNull();
  expect(onClose).toHaveBeenCalledOnce();
  const url = 'https://hooks.slack.com/services/T/B/X';
  expect(callsOf('webhooks.create')).toEqual([{ url, format: 'slack', description: null, eventTypes: null }]);
});

it('accepts a plain e-mail address', async () => {
  const { user, callsOf } = renderInTenant(<WebhookDialog webhook={null} onClose={() => undefined} />, {
    answers: { 'webhooks.create': () => ({ ...webhook, format: 'email', secret: 'whsec_abc' }) },
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Send as' }), 'E-mail');
  await user.type(screen.getByRole('textbox', { name: 'E-mail address' }), 'on-call@acme.com');
  await user.click(button('Create the webhook'));
  await screen.findByText(/^Webhook created/);
  expect(callsOf('webhooks.create')).toMatchObject([{ url: 'mailto:on-call@acme.com', format: 'email' }]);
});

it('keeps the secret address of a chat unless a new one is typed', async () => {
  const chat = { ...webhook, format: 'slack', url: 'https://hooks.slack.com/…' } as Webhook;
  const { user, callsOf } = renderInTenant(<WebhookDialog webhook={chat} onClose={() => undefined} />, {
    answers: { 'webhooks.update': () => chat },
  });
  expect((address() as HTMLInputElement).value).toBe('');
  await user.click(button('Save the webhook'));
  await screen.findByText('Webhook saved.');
  expect(callsOf('webhooks.update')).toEqual([{ id: 'w1', description: 'Pager', eventTypes: null }]);
});
