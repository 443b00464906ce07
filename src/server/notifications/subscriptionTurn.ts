/** Evaluates a tenant's subscriptions within its turn: what they watch, how long each condition has held, and the events that follow. */
import { randomUUID } from 'node:crypto';
import type { EventData, NewEvent } from '@/contract/eventData';
import type { CauseFacts } from '@/domain/health/healthImpact';
import { advanceCrossing, type Crossing } from '@/domain/notifications/crossing';
import { causesOfWatched, type Watched, type WatchedNow } from '@/domain/notifications/watched';
import type { WatchedKind } from '@/domain/notifications/watchedKinds';
import { HEALTH_STATES, type FailureState } from '@/domain/vocabulary';
import { toldSituation } from '@/server/health/situationViews';
import type { SituationLookup } from '@/server/health/storedSituations';
import { milliseconds } from '@/server/db/moments';
import type { Transaction } from '@/server/db/transaction';

/** A subscription that is not paused, with what it watches. Times in milliseconds since 1970. */
export interface ActiveSubscription extends Crossing {
  id: string;
  name: string;
  webhookId: string;
  kind: WatchedKind;
  entityId: string | null;
  technicalName: string | null;
  team: string | null;
  /** The applications of the team. */
  applicationIds: readonly string[] | null;
  state: FailureState | null;
  expectedPerHour: number | null;
  minutes: number;
  crossingId: string | null;
  isGone: boolean;
  /** Whether it belongs to one member. */
  isOwn: boolean;
}

/** SQL that returns as JSON what the turn needs; for a statement whose row of the tenant is called `t`. */
export const ACTIVE_SUBSCRIPTIONS = `(select json_agg(json_build_object('id', s."id", 'name', s."name", 'webhookId', s."webhookId", 'kind', s."watchedKind",
    'entityId', s."entityId", 'technicalName', s."technicalName", 'team', s."team", 'state', s."state", 'expectedPerHour', s."expectedPerHour", 'minutes', s."minutes",
    'applicationIds', case when s."watchedKind" = 'team' then (select json_agg(a."id") from "application" a where a."tenantId" = $2::uuid and a."ownerTeam" = s."team") end,
    'since', ${milliseconds('s."since"')}, 'raisedAt', ${milliseconds('s."raisedAt"')},
    'overSince', ${milliseconds('s."overSince"')}, 'crossingId', s."crossingId", 'isGone', s."isGone",
    'isOwn', s."subscriberId" is not null) order by s."id")::text
  from "subscription" s where s."tenantId" = $2::uuid and not s."isPaused" and not s."isDigest")`;

/** What a subscription watches: for a team, its applications at the moment of the query. */
export function watchedOf({ kind, entityId, applicationIds }: ActiveSubscription): Watched {
  return { kind, ids: kind === 'team' ? (applicationIds ?? []) : entityId === null ? [] : [entityId] };
}

export interface SubscriptionMoment {
  now: Date;
  currency: string;
  /** The state of what each subscription watches, in their order; null if it was deleted. */
  watched: readonly (WatchedNow | null)[];
  /** The calculated causes, in their order. */
  causes: readonly CauseFacts[];
  lookup: SituationLookup;
}

const MOST_CAUSES_NAMED = 3;

/**
 * Writes the progress of each subscription. A subscription that somebody changed meanwhile keeps what they set. `dueAt` is when time alone
 * requires another turn.
 */
export async function advanceSubscriptions(
  tx: Transaction,
  tenantId: string,
  subscriptions: readonly ActiveSubscription[],
  { now, currency, watched, causes, lookup }: SubscriptionMoment,
): Promise<{ events: NewEvent[]; dueAt: Date | null }> {
  const events: NewEvent[] = [];
  let dueAt = Number.POSITIVE_INFINITY;
  for (const [index, subscription] of subscriptions.entries()) {
    const is = watched[index] ?? null;
    const own = causesOfWatched(causes, watchedOf(subscription));
    const step = advanceCrossing(subscription, doesHold(subscription, is, own), subscription.minutes, now.getTime());
    dueAt = Math.min(dueAt, step.dueAt ?? dueAt);
    const crossingId = step.message === 'raised' ? randomUUID() : subscription.crossingId;
    if (
      !(await keep(tx, tenantId, subscription, {
        ...step.crossing,
        crossingId: step.crossing.raisedAt === null ? null : crossingId,
        isGone: is === null,
      }))
    )
      continue;
    if (step.message === 'raised' && is !== null)
      events.push(raised(subscription, crossingId ?? '', step.crossing, is, { causes: own, lookup, currency }));
    if (step.message === 'cleared') events.push(cleared(subscription, crossingId ?? '', is, now));
  }
  return { events, dueAt: Number.isFinite(dueAt) ? new Date(dueAt) : null };
}

/** Nothing is sent if maintenance alone is the cause, because that is expected. */
function doesHold({ state, expectedPerHour }: ActiveSubscription, is: WatchedNow | null, causes: readonly CauseFacts[]): boolean {
  if (is === null || (causes.length > 0 && causes.every(({ isUnderMaintenance }) => isUnderMaintenance))) return false;
  if (expectedPerHour !== null) return is.exposure !== null && is.exposure.expectedPerHour >= expectedPerHour;
  return state !== null && HEALTH_STATES.indexOf(is.state) >= HEALTH_STATES.indexOf(state);
}

type Kept = Crossing & Pick<ActiveSubscription, 'crossingId' | 'isGone'>;

/** False if the row has changed since it was read. */
async function keep(tx: Transaction, tenantId: string, before: ActiveSubscription, after: Kept): Promise<boolean> {
  const { since, raisedAt, overSince, crossingId, isGone } = after;
  if ((['since', 'raisedAt', 'overSince', 'crossingId', 'isGone'] as const).every((field) => after[field] === before[field])) return true;
  const { count } = await tx.subscription.updateMany({
    where: { tenantId, id: before.id, isPaused: false, webhookId: before.webhookId, crossingId: before.crossingId },
    data: { since: momentOf(since), raisedAt: momentOf(raisedAt), overSince: momentOf(overSince), crossingId, isGone },
  });
  return count === 1;
}

function momentOf(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}

function subjectOf({ kind, team, technicalName }: ActiveSubscription, is: WatchedNow | null): string {
  if (kind === 'tenant') return 'Everything';
  if (kind === 'team') return `Team ${team}`;
  return is?.name ?? technicalName ?? 'What it watched';
}

function raised(
  subscription: ActiveSubscription,
  crossingId: string,
  { since }: Crossing,
  is: WatchedNow,
  { causes, lookup, currency }: Pick<SubscriptionMoment, 'causes' | 'lookup' | 'currency'>,
): NewEvent {
  const [first] = causes;
  const situation = first === undefined ? null : (lookup.ofCause(first.id)?.situation ?? null);
  const data: EventData['notification.raised'] = {
    ...sharedData(subscription, crossingId, is, since),
    condition: conditionOf(subscription),
    causes: causes.slice(0, MOST_CAUSES_NAMED).map(({ technicalName, name, state }) => ({ technicalName, name, state })),
    situation: situation && toldSituation(situation, null),
  };
  const revenue = {
    situation: situation && toldSituation(situation, currency),
    ...(is.exposure === null ? {} : { exposure: { currency, ...is.exposure } }),
  };
  return { type: 'notification.raised', data, revenue };
}

function cleared(subscription: ActiveSubscription, crossingId: string, is: WatchedNow | null, now: Date): NewEvent {
  return {
    type: 'notification.cleared',
    data: { ...sharedData(subscription, crossingId, is, subscription.since), clearedAt: now.toISOString() },
  };
}

function sharedData(subscription: ActiveSubscription, crossingId: string, is: WatchedNow | null, since: number | null) {
  const { id, name, webhookId, kind, entityId, technicalName, team, isOwn } = subscription;
  return {
    subscriptionId: id,
    endpointId: webhookId,
    crossingId,
    name,
    watch: { kind, entityId, technicalName, team },
    subject: subjectOf(subscription, is),
    state: is?.state ?? ('Healthy' as const),
    since: new Date(since ?? 0).toISOString(),
    ...(isOwn ? { isOwn: true as const } : {}),
  };
}

/** Leaves out the amount, because not everybody who gets the message may see revenue. */
function conditionOf({ state, minutes }: ActiveSubscription): string {
  const what = state === null ? 'Expected cost above the limit' : state === 'Outage' ? 'Outage' : `${state} or worse`;
  return minutes === 0 ? what : `${what} for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
