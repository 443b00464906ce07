/** Text for subscriptions. */
import { entityKindLabel } from '@/client/labels/labels';
import type { Subscription, SubscriptionStatus } from '@/contract/subscriptions';
import type { WATCHED_KINDS } from '@/contract/values/subscriptions';
import { countOf } from '@/plain/counts';

export type WatchedKind = (typeof WATCHED_KINDS)[number];

export function watchedKindLabel(kind: WatchedKind): string {
  if (kind === 'tenant') return 'Everything';
  return kind === 'team' ? 'Team' : entityKindLabel(kind);
}

export function watchWords({ kind, technicalName, team }: Subscription['watch']): string {
  return kind === 'tenant' ? 'Everything' : `${watchedKindLabel(kind)} ${kind === 'team' ? team : technicalName}`;
}

export function conditionWords({ when: { state, expectedPerHour }, minutes }: Pick<Subscription, 'when' | 'minutes'>): string {
  const amount =
    typeof expectedPerHour === 'number'
      ? `Expected cost per hour of at least ${expectedPerHour.toLocaleString('en')}`
      : 'An expected cost per hour';
  const bad = state === null ? amount : state === 'Outage' ? 'Outage' : `${state} or worse`;
  return minutes === 0 ? bad : `${bad}, for ${countOf(minutes, 'minute')}`;
}

export const STATUS_OF: Readonly<Record<SubscriptionStatus, { label: string; state: 'Healthy' | 'Warning' | 'Outage' | null }>> = {
  // Nor does what never reported make it alert.
  Quiet: { label: 'Nothing to tell', state: null },
  Holding: { label: 'Pending', state: 'Warning' },
  Raised: { label: 'Alerting', state: 'Outage' },
  Paused: { label: 'Paused', state: null },
  Gone: { label: 'Target deleted', state: null },
};
