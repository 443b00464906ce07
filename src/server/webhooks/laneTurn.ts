/**
 * One turn on a lane: sends what is due, one delivery after another, and stores each result before the next starts. After a crash at any
 * point, a delivery is sent again with the same id. A sender that lost its lease writes nothing.
 */
import { PLAN_LIMITS } from '@/domain/access';
import { afterAttempt, endpointAfter, isSuccess, type DeliveryOutcome } from '@/domain/webhooks/deliveryOutcome';
import type { EventEnvelope } from '@/contract/events';
import type { DisabledReason } from '@/contract/webhooks';
import type { WebhookDelivery, WebhookEndpoint } from '@generated/client';
import { metrics } from '@/server/observability/metrics';
import { afterCommit, write } from '@/server/db/write';
import type { Transaction } from '@/server/db/transaction';
import { expectRetry, holdLane, LANE_TRANSACTION, releaseLane, type LaneClaim } from './claimLane';
import { disableEndpoint } from './disableEndpoint';
import { makeDeliveries } from './makeDeliveries';
import { MEMBERS } from './membersEndpoint';
import { outgoingFor } from './outgoing';
import { mayGetWhole, subscriberOf } from './subscriber';
import type { Outgoing, SendWebhook, Sent } from './sendWebhook';

/** What a turn needs from outside. */
export interface Outside {
  send: SendWebhook;
  /** Null for the database's clock, which all replicas share. */
  now: (() => Date) | null;
  /** At least 0, below 1. */
  random: () => number;
}

export interface Turn {
  delivered: number;
  failed: number;
}

/** Endpoints that take longer to answer count as slow, in milliseconds. */
const SLOW_MS = 2_000;

function wasSlow(sent: Sent): boolean {
  return !isSuccess(sent) || sent.durationMilliseconds >= SLOW_MS;
}

interface Work {
  delivery: WebhookDelivery;
  outgoing: Outgoing;
  at: Date;
  /** When the event happened; null for a further attempt. */
  eventAt: Date | null;
}

interface Step {
  work: Work | null;
  /** Why the endpoint should be disabled, and since when. */
  giveUp: { reason: DisabledReason; at: Date } | null;
}

const NOTHING: Step = { work: null, giveUp: null };

/**
 * Works until nothing is due or `isTimeUp`. If `send` rejects, this rejects too, and the lane stays claimed. Calls `moved` whenever a delivery was sent, and whenever
 * its result was stored.
 */
export async function runLaneTurn(
  claim: LaneClaim,
  outside: Outside,
  isTimeUp: () => boolean,
  moved: () => void = () => undefined,
): Promise<Turn> {
  const turn: Turn = { delivered: 0, failed: 0 };
  let step = await begin(claim, outside);
  while (step.work !== null) {
    moved();
    const sent = await outside.send(step.work.outgoing);
    moved();
    if (isSuccess(sent)) turn.delivered += 1;
    else turn.failed += 1;
    step = await settle(claim, outside, step.work, sent, isTimeUp());
  }
  if (step.giveUp !== null) await disableEndpoint(claim.tenant, claim.endpointId, step.giveUp.reason, step.giveUp.at);
  return turn;
}

interface HeldEndpoint {
  endpoint: WebhookEndpoint;
  now: Date;
  /** If true, nothing more may be sent. */
  isFrozen: boolean;
}

/** Locks the endpoint before the lane. Everybody uses this order, so there are no deadlocks. Null if the claim was lost. */
async function lockEndpoint(tx: Transaction, claim: LaneClaim, given: Date | null): Promise<HeldEndpoint | null> {
  const {
    tenant: { tenantId },
    endpointId,
  } = claim;
  const [held] = await tx.$queryRaw<{ isFrozen: boolean; now: Date }[]>`
    select t."frozenAt" is not null as "isFrozen", date_trunc('milliseconds', coalesce(${given}::timestamptz, clock_timestamp())) as "now" from "webhook_endpoint" e join "tenant" t on t."id" = e."tenantId"
    where e."tenantId" = ${tenantId}::uuid and e."id" = ${endpointId}::uuid for update of e`;
  if (held === undefined || !(await holdLane(tx, claim))) return null;
  const endpoint = await tx.webhookEndpoint.findUnique({ where: { tenantId_id: { tenantId, id: endpointId } } });
  return endpoint === null ? null : { endpoint, ...held };
}

/** One short transaction that starts or goes on with a turn; nothing is done if the claim was lost. */
function inLane(claim: LaneClaim, { now }: Outside, work: (tx: Transaction, held: HeldEndpoint) => Promise<Step>): Promise<Step> {
  const given = now?.() ?? null;
  return write(
    claim.tenant,
    async (tx) => {
      const held = await lockEndpoint(tx, claim, given);
      return held === null ? NOTHING : work(tx, held);
    },
    LANE_TRANSACTION,
  );
}

function begin(claim: LaneClaim, outside: Outside): Promise<Step> {
  const { tenant, lane } = claim;
  return inLane(claim, outside, async (tx, { endpoint, isFrozen, now }) => {
    if (isFrozen) {
      await releaseLane(tx, claim);
      return NOTHING;
    }
    const { plan } = await tx.tenant.findUniqueOrThrow({ where: { id: tenant.tenantId }, select: { plan: true } });
    if (!PLAN_LIMITS[plan].hasApi && endpoint.format !== MEMBERS) return { work: null, giveUp: { reason: 'PlanRequired', at: now } };
    if (lane === 'first') await makeDeliveries(tx, tenant, endpoint, now);
    return { work: await nextWork(tx, claim, endpoint, now), giveUp: null };
  });
}

/** The next due delivery, ready to send. Releases the lane if there is none. What its subscriber no longer wants or may get is given up. */
async function nextWork(tx: Transaction, claim: LaneClaim, endpoint: WebhookEndpoint, now: Date): Promise<Work | null> {
  for (;;) {
    const delivery = await nextDelivery(tx, claim, now);
    if (delivery === null) {
      await releaseLane(tx, claim);
      return null;
    }
    const work = await prepared(tx, claim, endpoint, delivery, now);
    if (work !== null) return work;
    const ended = { status: 'Dead', nextAttemptAt: null, completedAt: now, lastError: 'The subscription ended before this was sent.' };
    await tx.webhookDelivery.update({ where: { tenantId_id: { tenantId: delivery.tenantId, id: delivery.id } }, data: ended });
  }
}

function nextDelivery(tx: Transaction, claim: LaneClaim, now: Date): Promise<WebhookDelivery | null> {
  const { tenantId } = claim.tenant;
  const mine = { tenantId, endpointId: claim.endpointId };
  return claim.lane === 'first'
    ? tx.webhookDelivery.findFirst({ where: { ...mine, status: 'Pending' }, orderBy: { sequence: 'asc' } })
    : tx.webhookDelivery.findFirst({
        where: { ...mine, status: 'Retrying', nextAttemptAt: { lte: now } },
        orderBy: [{ nextAttemptAt: 'asc' }, { sequence: 'asc' }],
      });
}

/** Null if the message belongs to a subscription that has ended. */
async function prepared(
  tx: Transaction,
  claim: LaneClaim,
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  now: Date,
): Promise<Work | null> {
  const { tenantId } = claim.tenant;
  const message = await tx.webhookMessage.findUniqueOrThrow({ where: { tenantId_eventId: { tenantId, eventId: delivery.eventId } } });
  const event = JSON.parse(message.body) as EventEnvelope;
  const subscriber = await subscriberOf(tx, tenantId, event);
  if (subscriber === 'ended') return null;
  // Checked at each attempt: if the right is gone, no figures are sent, however old the delivery is.
  const isWhole = message.wholeBody !== null && (await mayGetWhole(tx, endpoint, subscriber, now));
  const body = isWhole ? (message.wholeBody ?? message.body) : message.body;
  const isFirst = claim.lane === 'first' && delivery.attempts === 0;
  const eventAt = isFirst ? new Date(event.timestamp) : null;
  return { delivery, outgoing: outgoingFor(endpoint, delivery.eventId, body, now, subscriber), at: now, eventAt };
}

/** Stores the result of an attempt and takes the next delivery in the same transaction, unless the time is up. */
function settle(claim: LaneClaim, outside: Outside, work: Work, sent: Sent, isTimeUp: boolean): Promise<Step> {
  const random = outside.random();
  return inLane(claim, outside, async (tx, { endpoint, isFrozen, now }) => {
    const outcome = afterAttempt(work.delivery, sent, now, random);
    const { giveUp: verdict, ...health } = endpointAfter(endpoint, sent, now);
    const giveUp = endpoint.format === MEMBERS ? null : verdict;
    await writeAttempt(tx, work, sent, outcome, now);
    afterCommit(tx, () => countAttempt(outcome, work, now));
    if (outcome.status === 'Retrying') await expectRetry(tx, claim.tenant.tenantId, claim.endpointId, outcome.nextAttemptAt);
    await tx.webhookEndpoint.update({
      where: { tenantId_id: { tenantId: endpoint.tenantId, id: endpoint.id } },
      data: { ...health, ...(outcome.status === 'Delivered' ? { lastDeliveredAt: now } : {}) },
    });
    const isSlow = wasSlow(sent);
    await tx.webhookLane.update({
      where: { tenantId_endpointId_lane: { tenantId: endpoint.tenantId, endpointId: endpoint.id, lane: claim.lane } },
      data: { isSlow },
    });
    if (giveUp === null && !isTimeUp && !isFrozen) return { work: await nextWork(tx, claim, endpoint, now), giveUp };
    await releaseLane(tx, claim);
    return { work: null, giveUp: giveUp === null ? null : { reason: giveUp, at: now } };
  });
}

function countAttempt({ status }: DeliveryOutcome, { eventAt }: Work, now: Date): void {
  const { webhookAttempts, webhookLagSeconds } = metrics();
  webhookAttempts.inc({ outcome: status });
  if (eventAt !== null) webhookLagSeconds.observe(Math.max(0, now.getTime() - eventAt.getTime()) / 1_000);
}

async function writeAttempt(tx: Transaction, { delivery, at }: Work, sent: Sent, outcome: DeliveryOutcome, now: Date): Promise<void> {
  const { tenantId, id } = delivery;
  const number = delivery.attempts + 1;
  const { statusCode, error, responseExcerpt, durationMilliseconds } = sent;
  await tx.webhookAttempt.create({
    data: { tenantId, deliveryId: id, number, at, durationMilliseconds, statusCode, error, responseExcerpt },
  });
  const progress =
    outcome.status === 'Retrying'
      ? { nextAttemptAt: outcome.nextAttemptAt, waitsUsed: outcome.waitsUsed }
      : { nextAttemptAt: null, completedAt: now };
  await tx.webhookDelivery.update({
    where: { tenantId_id: { tenantId, id } },
    data: { status: outcome.status, attempts: number, lastStatusCode: statusCode, lastError: error, ...progress },
  });
}
