/** Text for the formats of webhooks. */
import type { Webhook, WebhookFormat } from '@/contract/webhooks';

export const FORMAT_WORDS: Readonly<Record<WebhookFormat, string>> = {
  events: 'Signed JSON',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  email: 'E-mail',
};

interface AddressWords {
  label: string;
  description: string;
  placeholder: string;
}

export const ADDRESS_WORDS: Readonly<Record<WebhookFormat, AddressWords>> = {
  events: {
    label: 'Address',
    description: 'Events are sent there by POST. It must be https on a public address.',
    placeholder: 'https://hooks.example.com/faultline',
  },
  slack: {
    label: 'Address',
    description: 'The URL of an incoming webhook in Slack.',
    placeholder: 'https://hooks.slack.com/services/…',
  },
  teams: {
    label: 'Address',
    description: 'The URL of a workflow in Teams that posts to a channel when it receives a webhook request.',
    placeholder: 'https://….logic.azure.com/workflows/…',
  },
  email: { label: 'E-mail address', description: 'One address, for example of the people on call.', placeholder: 'on-call@example.com' },
};

/** Converts the entered address to the form that the API takes. */
export function addressFrom(format: WebhookFormat, typed: string): string {
  const text = typed.trim();
  return format === 'email' && !/^mailto:/i.test(text) ? `mailto:${text}` : text;
}

/** The address of a webhook, as people read it. */
export function addressWords({ url, format }: { url: string; format: WebhookFormat }): string {
  return format === 'email' ? url.replace(/^mailto:/i, '') : url;
}

/** The name of a webhook in a list to choose from. */
export function channelWords(webhook: Pick<Webhook, 'url' | 'format' | 'description'>): string {
  return `${FORMAT_WORDS[webhook.format]}: ${webhook.description ?? addressWords(webhook)}`;
}

/** Whether the API leaves out the part of the address that is a secret, so that it cannot be shown for editing. */
export function hasHiddenAddress(format: WebhookFormat): boolean {
  return format === 'slack' || format === 'teams';
}
