/** The delivery log: what was sent where, with which result, and sending it again. */
import type { EventEnvelope } from '@/contract/events';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import type { DeliveryListInput, WebhookDelivery, WebhookDeliveryDetail, WebhookReplayInput, WebhookReplayed } from '@/contract/webhooks';
import { AppError } from '@/domain/errors';
import type { Prisma, WebhookDelivery as DeliveryRow } from '@generated/client';
import { afterCommit, write } from '@/server/db/write';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { nudgeEventReaders } from '@/server/wake/nudges';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { expectRetry } from './claimLane';
import { assertEnabled, assertPlanHasWebhooks, lockEndpoint, type WebhookCaller } from './endpoints';
import { membersEndpointId } from './membersEndpoint';
import { deliveryOut } from './webhookRows';
import { read } from '@/server/db/read';

const ATTEMPTS_SHOWN = 100;

/** Mail to members is nobody else's business. */
function notToMembers(tenantId: string): Prisma.WebhookDeliveryWhereInput {
  return { NOT: { endpointId: membersEndpointId(tenantId) } };
}

/** Newest first. */
export async function listDeliveries(tenant: TenantDb, query: DeliveryListInput): Promise<Page<WebhookDelivery>> {
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId: tenant.tenantId, list: 'webhook-delivery', filters };
  const after = decodeCursor(scope, cursor);
  const { endpointId, eventId, eventType, status } = filters;
  const where: Prisma.WebhookDeliveryWhereInput = {
    tenantId: tenant.tenantId,
    ...notToMembers(tenant.tenantId),
    ...(endpointId === undefined ? {} : { endpointId }),
    ...(eventId === undefined ? {} : { eventId }),
    ...(eventType === undefined ? {} : { eventType: { in: [...eventType] } }),
    ...(status === undefined ? {} : { status: { in: [...status] } }),
  };
  return read(tenant, async (tx) => {
    const rows = await tx.webhookDelivery.findMany({
      where: after === null ? where : { AND: [where, olderThan(after)] },
      orderBy: [{ createdAt: 'desc' }, { sequence: 'desc' }, { id: 'desc' }],
      take: limit + 1,
    });
    const counted = await tx.webhookDelivery.count({ where, take: EXACT_TOTAL_UP_TO + 1 });
    return pageFrom(scope, rows, limit, counted, (row) => `${row.createdAt.toISOString()} ${row.sequence} ${row.id}`, deliveryOut);
  });
}

/** Deliveries after `createdAt sequence id` in the order of the list. */
function olderThan(position: string): Prisma.WebhookDeliveryWhereInput {
  const [at = '', number = '', id = ''] = position.split(' ');
  const [createdAt, sequence] = [new Date(at), Number(number)];
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, sequence: { lt: sequence } }, { createdAt, sequence, id: { lt: id } }] };
}

async function findDelivery(tx: Transaction, tenantId: string, id: string): Promise<DeliveryRow> {
  const row = await tx.webhookDelivery.findUnique({ where: { tenantId_id: { tenantId, id }, ...notToMembers(tenantId) } });
  if (row === null)
    throw new AppError('not_found', `There is no delivery with the id ${id}. Deliveries are kept for 7 days, dead ones for 30.`);
  return row;
}

/** With its message (always without revenue) and its attempts. Throws 404. */
export async function getDelivery(tenant: TenantDb, id: string): Promise<WebhookDeliveryDetail> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => {
    const row = await findDelivery(tx, tenantId, id);
    const { body } = await tx.webhookMessage.findUniqueOrThrow({ where: { tenantId_eventId: { tenantId, eventId: row.eventId } } });
    const log = await tx.webhookAttempt.findMany({
      where: { tenantId, deliveryId: id },
      orderBy: { number: 'desc' },
      take: ATTEMPTS_SHOWN,
      omit: { tenantId: true, deliveryId: true },
    });
    const attemptLog = log.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() }));
    return { ...deliveryOut(row), message: JSON.parse(body) as EventEnvelope, attemptLog };
  });
}

/** The update that makes a delivery due at once, with all its retries again. */
function again(nextAttemptAt: Date): Prisma.WebhookDeliveryUpdateManyMutationInput {
  return { status: 'Retrying', waitsUsed: 0, nextAttemptAt, completedAt: null };
}

/** `now`, or the database's time if that is earlier: a replica whose clock is ahead must not make the sender wait. */
async function dueAtOnce(tx: Transaction, now: Date): Promise<Date> {
  const [row] = await tx.$queryRaw<{ at: Date }[]>`select least(${now}::timestamptz, statement_timestamp()) as "at"`;
  return row?.at ?? now;
}

async function wakeRetries(tx: Transaction, tenantId: string, endpointId: string, now: Date): Promise<void> {
  await expectRetry(tx, tenantId, endpointId, now);
  afterCommit(tx, () => nudgeEventReaders(tenantId));
}

/**
 * Sends the same event with the same `webhook-id` again. A delivery that was not tried yet stays as it is. Throws 404, and 409 if the
 * endpoint is disabled.
 */
export async function replayDelivery(tenant: TenantDb, { plan, now }: WebhookCaller, id: string): Promise<WebhookDelivery> {
  assertPlanHasWebhooks(plan);
  const { tenantId } = tenant;
  return write(tenant, async (tx) => {
    const { endpointId } = await findDelivery(tx, tenantId, id);
    assertEnabled(await lockEndpoint(tx, tenantId, endpointId));
    const at = await dueAtOnce(tx, now);
    await tx.webhookDelivery.updateMany({ where: { tenantId, id, status: { not: 'Pending' } }, data: again(at) });
    await wakeRetries(tx, tenantId, endpointId, at);
    return deliveryOut(await findDelivery(tx, tenantId, id));
  });
}

/** Sends all deliveries of an endpoint since then that have not succeeded, in order. Throws 404 and 409. */
export async function replayFailed(
  tenant: TenantDb,
  { plan, now }: WebhookCaller,
  { id, since }: WebhookReplayInput,
): Promise<WebhookReplayed> {
  assertPlanHasWebhooks(plan);
  const { tenantId } = tenant;
  return write(tenant, async (tx) => {
    assertEnabled(await lockEndpoint(tx, tenantId, id));
    const at = await dueAtOnce(tx, now);
    const { count } = await tx.webhookDelivery.updateMany({
      where: { tenantId, endpointId: id, status: { in: ['Dead', 'Retrying'] }, createdAt: { gte: new Date(since) } },
      data: again(at),
    });
    if (count > 0) await wakeRetries(tx, tenantId, id, at);
    return { replayed: count };
  });
}
