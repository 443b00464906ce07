/**
 * People's own subscriptions: to an entity or to the digest of each week, by mail to the address they sign in with or to a channel that an
 * Admin opened to members. Nobody else sees them, and they end with the membership.
 */
import { randomUUID } from 'node:crypto';
import type {
  DigestCreate,
  OwnNotifications,
  OwnSubscription,
  OwnSubscriptionCreate,
  OwnSubscriptionPatch,
} from '@/contract/notifications';
import { MOST_OWN_SUBSCRIPTIONS } from '@/contract/values/subscriptions';
import { PLAN_LIMITS, type Principal } from '@/domain/access';
import { AppError, invalidInput } from '@/domain/errors';
import { mondayOf } from '@/domain/notifications/digest';
import type { WatchedKind } from '@/domain/notifications/watchedKinds';
import type { EntityKind } from '@/domain/vocabulary';
import type { Prisma, Subscription as Row } from '@generated/client';
import { read } from '@/server/db/read';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { write } from '@/server/db/write';
import { appendEvents } from '@/server/events/eventLog';
import { intervene } from '@/server/wake/interventions';
import { modelOf } from '@/server/landscape/entityTables';
import { findMemberById } from '@/server/memberNames';
import { membersEndpointId, openMembersEndpoint } from '@/server/webhooks/membersEndpoint';
import { assertHasMail, mailServer } from '@/server/webhooks/messages/sendMail';
import { AFRESH, statusOf, type SubscriptionCaller } from './subscriptions';
import { assertTeam, watchedBy } from './watchedBy';

function unknown(): AppError {
  return new AppError('not_found', 'You have no such subscription. It may have ended in the meantime.');
}

/** The person's subscriptions, oldest first, and where messages can go. */
export async function listOwn(tenant: TenantDb, principal: Principal): Promise<OwnNotifications> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => {
    const rows = await tx.subscription.findMany({
      where: { tenantId, subscriberId: principal.id },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    const channels = await tx.webhookEndpoint.findMany({
      where: { tenantId, isOpenToMembers: true },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    const member = await findMemberById(tx, tenantId, principal.id);
    return {
      items: await ownOut(tx, tenantId, rows),
      most: MOST_OWN_SUBSCRIPTIONS,
      mail: { address: member?.email ?? '', isAvailable: mailServer() !== null },
      channels: channels.map(({ id, format, description, isEnabled }) => ({
        webhookId: id,
        format: format === 'teams' ? 'teams' : 'slack',
        description,
        isEnabled,
      })),
    };
  });
}

async function ownOut(tx: Transaction, tenantId: string, rows: readonly Row[]): Promise<OwnSubscription[]> {
  const names = new Map<string, string>();
  for (const kind of new Set(rows.flatMap(({ watchedKind, entityId }) => (entityId === null ? [] : [watchedKind as EntityKind])))) {
    const ids = rows.flatMap((row) => (row.watchedKind === kind && row.entityId !== null ? [row.entityId] : []));
    const found = await modelOf(tx, kind).findMany({ where: { tenantId, id: { in: ids } }, select: { id: true, name: true } });
    for (const { id, name } of found) names.set(id, String(name));
  }
  return rows.map((row) => ({
    id: row.id,
    isDigest: row.isDigest,
    webhookId: row.webhookId === membersEndpointId(tenantId) ? null : row.webhookId,
    watch: {
      kind: row.watchedKind as WatchedKind,
      entityId: row.entityId,
      name: names.get(row.entityId ?? '') ?? row.name,
      team: row.team,
    },
    state: row.state as OwnSubscription['state'],
    minutes: row.minutes,
    isPaused: row.isPaused,
    status: statusOf(row),
    since: row.since?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }));
}

async function oneOut(tx: Transaction, tenantId: string, row: Row): Promise<OwnSubscription> {
  const [own] = await ownOut(tx, tenantId, [row]);
  if (own === undefined) throw unknown();
  return own;
}

/**
 * The endpoint behind `webhookId`, or behind mail for null. Throws 409 `conflict` if the installation cannot send mail, 400 for a channel
 * that is not open to members.
 */
async function assertChannel(tx: Transaction, tenantId: string, webhookId: string | null): Promise<string> {
  if (webhookId === null) {
    assertHasMail();
    return openMembersEndpoint(tx, tenantId);
  }
  const found = await tx.webhookEndpoint.findUnique({ where: { tenantId_id: { tenantId, id: webhookId }, isOpenToMembers: true } });
  if (found === null) throw invalidInput('webhookId', 'is no channel that an Admin has opened to members');
  return found.id;
}

/** Locks the tenant's row, so that two requests at once cannot exceed a limit. */
async function assertRoom(tx: Transaction, tenantId: string, { principal, plan }: SubscriptionCaller): Promise<void> {
  await tx.$queryRaw`select 1 from "tenant" where "id" = ${tenantId}::uuid for update`;
  const own = await tx.subscription.count({ where: { tenantId, subscriberId: principal.id } });
  if (own >= MOST_OWN_SUBSCRIPTIONS)
    throw new AppError('conflict', `You already have ${MOST_OWN_SUBSCRIPTIONS} subscriptions. End one under Notifications first.`);
  const most = PLAN_LIMITS[plan].ownSubscriptions;
  const all = await tx.subscription.count({ where: { tenantId, subscriberId: { not: null } } });
  if (all >= most)
    throw new AppError('plan_limit', `The members of this tenant have ${most} subscriptions, as many as the ${plan} plan allows.`);
}

async function assertNotYet(tx: Transaction, where: Prisma.SubscriptionWhereInput, what: string): Promise<void> {
  if ((await tx.subscription.count({ where })) > 0) throw new AppError('duplicate', `You are already subscribed to ${what}.`);
}

type Wish = Pick<Row, 'name' | 'watchedKind' | 'entityId' | 'technicalName' | 'team' | 'state' | 'minutes' | 'isDigest' | 'webhookId'> & {
  digestWeek?: Date;
};

async function insert(tx: Transaction, tenantId: string, { principal, now }: SubscriptionCaller, wish: Wish): Promise<OwnSubscription> {
  const { watchedKind, entityId, team, isDigest } = wish;
  await assertNotYet(
    tx,
    { tenantId, subscriberId: principal.id, watchedKind, entityId, team, isDigest },
    isDigest ? 'this digest' : wish.name,
  );
  const row = await tx.subscription.create({
    data: { ...wish, tenantId, id: randomUUID(), subscriberId: principal.id, createdBy: principal.name, createdAt: now, updatedAt: now },
  });
  await intervene(tx, tenantId);
  return oneOut(tx, tenantId, row);
}

/**
 * Throws 400 for an entity or channel that does not exist, 409 `duplicate` if the person watches it already, `plan_limit` and `conflict` if
 * there are too many, and `conflict` if the installation cannot send mail.
 */
export async function subscribe(tenant: TenantDb, caller: SubscriptionCaller, input: OwnSubscriptionCreate): Promise<OwnSubscription> {
  const { tenantId } = tenant;
  const { watch, state, minutes } = input;
  return write(tenant, async (tx) => {
    await assertRoom(tx, tenantId, caller);
    const { stored, name } = await watchedBy(tx, tenantId, watch);
    const webhookId = await assertChannel(tx, tenantId, input.webhookId);
    return insert(tx, tenantId, caller, { ...stored, name, watchedKind: watch.kind, state, minutes, isDigest: false, webhookId });
  });
}

/** Throws what `subscribe` does. */
export async function subscribeToDigest(tenant: TenantDb, caller: SubscriptionCaller, input: DigestCreate): Promise<OwnSubscription> {
  const { tenantId } = tenant;
  const { team } = input;
  return write(tenant, async (tx) => {
    await assertRoom(tx, tenantId, caller);
    if (team !== null) await assertTeam(tx, tenantId, 'team', team);
    const watched = { watchedKind: team === null ? 'tenant' : 'team', entityId: null, technicalName: null, team };
    const webhookId = await assertChannel(tx, tenantId, input.webhookId);
    const name = team === null ? 'All teams' : `Team ${team}`;
    // The first one comes with the next week.
    const digestWeek = new Date(mondayOf(caller.now));
    return insert(tx, tenantId, caller, { ...watched, name, state: null, minutes: 0, isDigest: true, digestWeek, webhookId });
  });
}

/** The person's own subscription, locked for the rest of the transaction. Throws 404. */
async function lockOwn(tx: Transaction, tenantId: string, principal: Principal, id: string): Promise<Row> {
  await tx.$queryRaw`select 1 from "subscription" where "tenantId" = ${tenantId}::uuid and "id" = ${id}::uuid for update`;
  const row = await tx.subscription.findUnique({ where: { tenantId_id: { tenantId, id }, subscriberId: principal.id } });
  if (row === null) throw unknown();
  return row;
}

/** A changed condition, or a pause, starts over. Throws 404, and what `subscribe` does for a channel; 400 for the condition of a digest. */
export async function updateOwn(
  tenant: TenantDb,
  { principal, now }: SubscriptionCaller,
  { id, ...patch }: OwnSubscriptionPatch,
): Promise<OwnSubscription> {
  const { tenantId } = tenant;
  return write(tenant, async (tx) => {
    const before = await lockOwn(tx, tenantId, principal, id);
    if (before.isDigest && (patch.state ?? patch.minutes) !== undefined) throw invalidInput('state', 'does not apply to a digest');
    const webhookId = patch.webhookId === undefined ? before.webhookId : await assertChannel(tx, tenantId, patch.webhookId);
    const { state = before.state, minutes = before.minutes, isPaused = before.isPaused } = patch;
    const isAnotherCondition = state !== before.state || isPaused !== before.isPaused || webhookId !== before.webhookId;
    const row = await tx.subscription.update({
      where: { tenantId_id: { tenantId, id } },
      data: { state, minutes, isPaused, webhookId, ...(isAnotherCondition ? { ...AFRESH } : {}), updatedAt: now },
    });
    await intervene(tx, tenantId);
    return oneOut(tx, tenantId, row);
  });
}

/** Nothing more is sent, not even that it is over. Throws 404. */
export async function endOwn(tenant: TenantDb, principal: Principal, id: string): Promise<OwnSubscription> {
  const { tenantId } = tenant;
  return write(tenant, async (tx) => {
    const row = await lockOwn(tx, tenantId, principal, id);
    const own = await oneOut(tx, tenantId, row);
    await tx.subscription.delete({ where: { tenantId_id: { tenantId, id } } });
    return own;
  });
}

/** Sends a test the way a message of this subscription would go. Throws 404, and 409 `conflict` if its channel is switched off. */
export async function testOwn(tenant: TenantDb, principal: Principal, id: string): Promise<OwnSubscription> {
  const { tenantId } = tenant;
  return write(tenant, async (tx) => {
    const row = await lockOwn(tx, tenantId, principal, id);
    const endpoint = await tx.webhookEndpoint.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: row.webhookId } } });
    if (!endpoint.isEnabled) throw new AppError('conflict', 'This channel is switched off. An Admin can switch it on under Webhooks.');
    if (row.webhookId === membersEndpointId(tenantId)) assertHasMail();
    const own = await oneOut(tx, tenantId, row);
    const { type, name } = principal;
    const message = `Test: ${own.isDigest ? 'the weekly digest' : own.watch.name}`;
    const data = { endpointId: row.webhookId, subscriptionId: id, isOwn: true, message, actor: { type, name } };
    await appendEvents(tx, tenantId, [{ type: 'webhook.test', data }]);
    return own;
  });
}
