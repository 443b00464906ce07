/** Creates, changes, pauses and deletes subscriptions. Each turn of the tenant evaluates what they watch, in subscriptionTurn. */
import { randomUUID } from 'node:crypto';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import type {
  Subscription,
  SubscriptionCreate,
  SubscriptionDeleted,
  SubscriptionListInput,
  SubscriptionPatch,
  SubscriptionStatus,
} from '@/contract/subscriptions';
import type { Principal } from '@/domain/access';
import { AppError, invalidInput } from '@/domain/errors';
import { KINDS_WITH_EXPOSURE, type WatchedKind } from '@/domain/notifications/watchedKinds';
import type { Plan } from '@/domain/vocabulary';
import type { Prisma, Subscription as Row } from '@generated/client';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { intervene } from '@/server/wake/interventions';
import { RECORDED_ONLY, makeChange } from '@/server/landscape/changeLandscape';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { assertPlanHasWebhooks } from '@/server/webhooks/endpoints';
import { NOT_OF_MEMBERS } from '@/server/webhooks/membersEndpoint';
import { read } from '@/server/db/read';
import { watchedBy } from './watchedBy';

const MOST_SUBSCRIPTIONS = 200;

/** Who acts, and the tenant's plan. */
export interface SubscriptionCaller {
  principal: Principal;
  plan: Plan;
  now: Date;
}

/** The state of a subscription whose condition does not hold. */
export const AFRESH = { since: null, raisedAt: null, overSince: null, crossingId: null };

/** Those of members are theirs alone (ownSubscriptions). */
const OF_WEBHOOKS = { subscriberId: null };

function unknown(id: string): AppError {
  return new AppError('not_found', `There is no subscription with the id ${id}.`);
}

export function statusOf({ isPaused, isGone, raisedAt, since }: Row): SubscriptionStatus {
  if (isPaused) return 'Paused';
  if (isGone) return 'Gone';
  if (raisedAt !== null) return 'Raised';
  return since === null ? 'Quiet' : 'Holding';
}

function subscriptionOut(row: Row, canSeeRevenue: boolean): Subscription {
  const { id, name, webhookId, watchedKind, entityId, technicalName, team, state, expectedPerHour, minutes, isPaused, createdBy } = row;
  return {
    id,
    name,
    webhookId,
    watch: { kind: watchedKind as WatchedKind, entityId, technicalName, team },
    when: { state: state as Subscription['when']['state'], ...(canSeeRevenue ? { expectedPerHour } : {}) },
    minutes,
    isPaused,
    status: statusOf(row),
    since: row.since?.toISOString() ?? null,
    createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The subscription, locked for the rest of the transaction. Throws `not_found`. */
async function lockSubscription(tx: Transaction, tenantId: string, id: string): Promise<Row> {
  await tx.$queryRaw`select 1 from "subscription" where "tenantId" = ${tenantId}::uuid and "id" = ${id}::uuid for update`;
  const row = await tx.subscription.findUnique({ where: { tenantId_id: { tenantId, id }, ...OF_WEBHOOKS } });
  if (row === null) throw unknown(id);
  return row;
}

async function assertWebhook(tx: Transaction, tenantId: string, webhookId: string): Promise<void> {
  const found = await tx.webhookEndpoint.findUnique({
    where: { tenantId_id: { tenantId, id: webhookId }, ...NOT_OF_MEMBERS },
    select: { id: true },
  });
  if (found === null) throw invalidInput('webhookId', `there is no webhook with the id ${webhookId}; GET /webhooks lists them`);
}

function assertMayAsk({ canSeeRevenue }: Principal, when: SubscriptionCreate['when'] | undefined): void {
  if (when?.expectedPerHour !== undefined && !canSeeRevenue)
    throw invalidInput('when.expectedPerHour', 'needs the right to see revenue; use state instead');
}

/** Throws 400 for a webhook or entity that does not exist, 403 `plan_required`, and 409 `conflict` if there are too many. */
export async function createSubscription(
  tenant: TenantDb,
  { principal, plan, now }: SubscriptionCaller,
  input: SubscriptionCreate,
): Promise<Subscription> {
  assertPlanHasWebhooks(plan);
  assertMayAsk(principal, input.when);
  const { tenantId } = tenant;
  return makeChange(tenant, principal, RECORDED_ONLY, async (tx, record) => {
    if ((await tx.subscription.count({ where: { tenantId, ...OF_WEBHOOKS } })) >= MOST_SUBSCRIPTIONS)
      throw new AppError('conflict', `There are already ${MOST_SUBSCRIPTIONS} subscriptions. Delete one first.`);
    await assertWebhook(tx, tenantId, input.webhookId);
    const row = await tx.subscription.create({
      data: {
        tenantId,
        id: randomUUID(),
        name: input.name.trim(),
        webhookId: input.webhookId,
        watchedKind: input.watch.kind,
        ...(await watchedBy(tx, tenantId, input.watch)).stored,
        ...conditionOf(input.when),
        minutes: input.minutes,
        isPaused: input.isPaused ?? false,
        createdBy: principal.name,
        createdAt: now,
        updatedAt: now,
      },
    });
    record({ op: 'create', kind: 'subscription', entityId: row.id, technicalName: row.name, before: null, after: recorded(row) });
    await intervene(tx, tenantId);
    return subscriptionOut(row, principal.canSeeRevenue);
  });
}

function conditionOf({ state, expectedPerHour }: SubscriptionCreate['when']): Pick<Row, 'state' | 'expectedPerHour'> {
  return { state: state ?? null, expectedPerHour: expectedPerHour ?? null };
}

/** What the change log stores: what people set, without amounts. */
function recorded(row: Row): object {
  const { status: _status, since: _since, ...set } = subscriptionOut(row, false);
  return set;
}

/** Oldest first. */
export async function listSubscriptions(
  tenant: TenantDb,
  { principal }: Pick<SubscriptionCaller, 'principal'>,
  { limit = DEFAULT_LIMIT, cursor, webhookId }: SubscriptionListInput,
): Promise<Page<Subscription>> {
  const scope = { tenantId: tenant.tenantId, list: 'subscription', filters: { webhookId } };
  const [createdAt = '', id = ''] = decodeCursor(scope, cursor)?.split(' ') ?? [];
  const where = { tenantId: tenant.tenantId, ...OF_WEBHOOKS, ...(webhookId === undefined ? {} : { webhookId }) };
  const behind: Prisma.SubscriptionWhereInput = {
    OR: [{ createdAt: { gt: new Date(createdAt) } }, { createdAt: new Date(createdAt), id: { gt: id } }],
  };
  return read(tenant, async (tx) => {
    const rows = await tx.subscription.findMany({
      where: cursor === undefined ? where : { AND: [where, behind] },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: limit + 1,
    });
    const counted = await tx.subscription.count({ where, take: EXACT_TOTAL_UP_TO + 1 });
    return pageFrom(
      scope,
      rows,
      limit,
      counted,
      (row) => `${row.createdAt.toISOString()} ${row.id}`,
      (row) => subscriptionOut(row, principal.canSeeRevenue),
    );
  });
}

/** Throws 404. */
export async function getSubscription(
  tenant: TenantDb,
  { principal }: Pick<SubscriptionCaller, 'principal'>,
  id: string,
): Promise<Subscription> {
  const row = await read(tenant, (tx) =>
    tx.subscription.findUnique({ where: { tenantId_id: { tenantId: tenant.tenantId, id }, ...OF_WEBHOOKS } }),
  );
  if (row === null) throw unknown(id);
  return subscriptionOut(row, principal.canSeeRevenue);
}

/**
 * A changed condition, or a pause, starts over: no message says that the earlier condition is over. Throws what creation throws, and 404.
 */
export async function updateSubscription(
  tenant: TenantDb,
  { principal, plan, now }: SubscriptionCaller,
  { id, ...patch }: SubscriptionPatch,
): Promise<Subscription> {
  assertPlanHasWebhooks(plan);
  assertMayAsk(principal, patch.when);
  const { tenantId } = tenant;
  return makeChange(tenant, principal, RECORDED_ONLY, async (tx, record) => {
    const before = await lockSubscription(tx, tenantId, id);
    if (patch.webhookId !== undefined) await assertWebhook(tx, tenantId, patch.webhookId);
    const when = patch.when === undefined ? { state: before.state, expectedPerHour: before.expectedPerHour } : conditionOf(patch.when);
    if (when.expectedPerHour !== null && !KINDS_WITH_EXPOSURE.includes(before.watchedKind as WatchedKind))
      throw invalidInput('when.expectedPerHour', `works only for ${KINDS_WITH_EXPOSURE.join(', ')}`);
    const data = {
      name: patch.name?.trim() ?? before.name,
      webhookId: patch.webhookId ?? before.webhookId,
      ...when,
      minutes: patch.minutes ?? before.minutes,
      isPaused: patch.isPaused ?? before.isPaused,
    };
    if (Object.entries(data).every(([field, value]) => before[field as keyof Row] === value))
      return subscriptionOut(before, principal.canSeeRevenue);
    const isAnotherCondition = (['isPaused', 'state', 'expectedPerHour', 'webhookId'] as const).some(
      (field) => data[field] !== before[field],
    );
    const after = await tx.subscription.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...data, ...(isAnotherCondition ? { ...AFRESH } : {}), updatedAt: now },
    });
    record({
      op: 'update',
      kind: 'subscription',
      entityId: id,
      technicalName: after.name,
      before: recorded(before),
      after: recorded(after),
    });
    await intervene(tx, tenantId);
    return subscriptionOut(after, principal.canSeeRevenue);
  });
}

/** Nothing more is sent, not even that the condition is over. Throws 404. */
export async function deleteSubscription(tenant: TenantDb, { principal }: SubscriptionCaller, id: string): Promise<SubscriptionDeleted> {
  const { tenantId } = tenant;
  return makeChange(tenant, principal, RECORDED_ONLY, async (tx, record) => {
    const before = await lockSubscription(tx, tenantId, id);
    await tx.subscription.delete({ where: { tenantId_id: { tenantId, id } } });
    record({ op: 'delete', kind: 'subscription', entityId: id, technicalName: before.name, before: recorded(before), after: null });
    return { id, name: before.name };
  });
}
