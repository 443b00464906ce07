/** Words for people's own subscriptions: when a message is sent, and where it goes. */
import type { OpenChannel, OwnNotifications, OwnSubscription } from '@/contract/notifications';
import type { FailureState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';

/** Continues a name: "Checkout is down". */
export const WHEN_WORDS: Readonly<Record<FailureState, string>> = {
  Outage: 'is down',
  Degraded: 'is degraded or worse',
  Warning: 'has a warning or worse',
};

/** As in "is down, for 5 minutes". */
export function whenWords({ state, minutes }: Pick<OwnSubscription, 'state' | 'minutes'>): string {
  if (state === null) return 'Weekly digest';
  return minutes === 0 ? WHEN_WORDS[state] : `${WHEN_WORDS[state]} for ${countOf(minutes, 'minute')}`;
}

export function channelWords({ format, description }: OpenChannel): string {
  return `${format === 'slack' ? 'Slack' : 'Teams'}: ${description ?? 'a channel without a description'}`;
}

/** Where a subscription goes; `webhookId` is null for mail. */
export function goesTo({ mail, channels }: OwnNotifications, webhookId: string | null): string {
  if (webhookId === null) return mail.address;
  const channel = channels.find((one) => one.webhookId === webhookId);
  return channel === undefined ? 'A channel' : channelWords(channel);
}

/** The places that a new subscription can choose, the first of which is the default. The value of mail is empty. */
export function placesIn({ mail, channels }: OwnNotifications): { value: string; label: string }[] {
  return [
    ...(mail.isAvailable ? [{ value: '', label: `Mail to ${mail.address}` }] : []),
    ...channels.filter(({ isEnabled }) => isEnabled).map((channel) => ({ value: channel.webhookId, label: channelWords(channel) })),
  ];
}

export function placeFrom(value: string): string | null {
  return value === '' ? null : value;
}
