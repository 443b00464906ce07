/** The values in the form of a subscription, and which are still missing. */
import type { ChosenEntity } from '@/client/EntityChoice';
import type { Subscription, SubscriptionCreate } from '@/contract/subscriptions';
import { KINDS_WITH_EXPOSURE } from '@/contract/values/subscriptions';
import type { FailureState } from '@/domain/vocabulary';
import { watchedKindLabel, type WatchedKind } from './subscriptionWords';

export interface SubscriptionFields {
  name: string;
  webhookId: string;
  kind: WatchedKind;
  entity: ChosenEntity | null;
  team: string;
  by: 'state' | 'amount';
  state: FailureState;
  amount: number | string;
  minutes: number | string;
}

export function subscriptionFields(subscription: Subscription | null, webhookId: string): SubscriptionFields {
  const state = subscription?.when.state ?? null;
  return {
    name: subscription?.name ?? '',
    webhookId: subscription?.webhookId ?? webhookId,
    kind: subscription?.watch.kind ?? 'capability',
    entity: null,
    team: '',
    by: subscription !== null && state === null ? 'amount' : 'state',
    state: state ?? 'Outage',
    amount: subscription?.when.expectedPerHour ?? '',
    minutes: subscription?.minutes ?? 5,
  };
}

export function mayHaveAmount({ kind }: Pick<SubscriptionFields, 'kind'>): boolean {
  return KINDS_WITH_EXPOSURE.includes(kind);
}

export function isByAmount(fields: Pick<SubscriptionFields, 'kind' | 'by'>): boolean {
  return fields.by === 'amount' && mayHaveAmount(fields);
}

export function missingIn(fields: SubscriptionFields, isNew: boolean): string[] {
  const { name, kind, entity, team, amount, minutes } = fields;
  const isOneEntity = kind !== 'tenant' && kind !== 'team';
  return [
    ...(name.trim() === '' ? ['a name'] : []),
    ...(isNew && isOneEntity && entity === null ? [`the ${watchedKindLabel(kind).toLowerCase()} to watch`] : []),
    ...(isNew && kind === 'team' && team.trim() === '' ? ['the team'] : []),
    ...(isByAmount(fields) && !(Number(amount) > 0) ? ['an amount'] : []),
    ...(minutes === '' ? ['for how many minutes'] : []),
  ];
}

export function watchFrom({ kind, entity, team }: SubscriptionFields): SubscriptionCreate['watch'] {
  if (kind === 'team') return { kind, team: team.trim() };
  return kind === 'tenant' || entity === null ? { kind } : { kind, entity: entity.id };
}
