/** Words for people's own subscriptions: when a message is sent, and where it goes. */
import type { OpenChannel, OwnNotifications, OwnSubscription } from '@/contract/notifications';
import type { WatchedKind } from '@/domain/notifications/watchedKinds';
import type { FailureState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';

/** What somebody can be told about. */
export type WatchedThing =
  | { kind: 'tenant' }
  | { kind: 'team'; team: string }
  | { kind: Exclude<WatchedKind, 'tenant' | 'team'>; id: string; name: string };

/** As in "Notify me about everything". */
export function calledIn(thing: WatchedThing): string {
  if (thing.kind === 'tenant') return 'everything';
  return thing.kind === 'team' ? `team ${thing.team}` : thing.name;
}

/** Whose state counts, as in "Tell me when it" is down: everything and a team are as bad as the worst in them. */
export function subjectWords(kind: WatchedKind): string {
  if (kind === 'tenant') return 'any capability';
  return kind === 'team' ? 'any of its applications' : 'it';
}

/** Continues a name: "Checkout is down". */
export const WHEN_WORDS: Readonly<Record<FailureState, string>> = {
  Outage: 'is down',
  Degraded: 'is degraded or worse',
  Warning: 'has a warning or worse',
};

/** As in "is down for 5 minutes". */
export function conditionWords({ state, minutes }: Pick<OwnSubscription, 'state' | 'minutes'>): string {
  if (state === null) return 'Weekly digest';
  return minutes === 0 ? WHEN_WORDS[state] : `${WHEN_WORDS[state]} for ${countOf(minutes, 'minute')}`;
}

/** As in "any application of team Web is down for 5 minutes". */
export function whenWords({ watch: { kind, name, team }, ...condition }: Pick<OwnSubscription, 'state' | 'minutes' | 'watch'>): string {
  const subject = kind === 'tenant' ? 'any capability' : kind === 'team' ? `any application of team ${team}` : name;
  return `${subject} ${conditionWords(condition)}`;
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
