/**
 * Turns the event log into deliveries, in the transaction that advances the endpoint's cursor: exactly one for each event that an endpoint
 * wants, and for mails to members one for all that a person is told, which may have to wait.
 */
import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@/contract/events';
import { readEvents } from '@/server/events/eventRows';
import { expectRetry } from './claimLane';
import { bodiesOf, limitMails, type TimedMail } from './collectMails';
import { gatherByPerson } from './gatherMails';
import { MEMBERS } from './membersEndpoint';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';

/** Events processed in one transaction. */
const MOST_EVENTS = 500;

export interface Wanting {
  id: string;
  /** Empty for all types; for people, empty means only what is meant for them. */
  eventTypes: readonly string[];
  format: string;
}

/** A test event is only for the tested endpoint, and a notification for that of its subscription. */
function isWanted({ type, data }: EventEnvelope, endpoint: Wanting): boolean {
  if (type === 'webhook.test' || type.startsWith('notification.')) return data.endpointId === endpoint.id;
  return endpoint.eventTypes.length === 0 ? endpoint.format === 'events' : endpoint.eventTypes.includes(type);
}

/** The caller holds the first lane. The rest of a long log is left for the next turn. */
export async function makeDeliveries(tx: Transaction, tenant: TenantDb, endpoint: Wanting, now: Date): Promise<void> {
  const { tenantId } = tenant;
  const lane = { tenantId_endpointId_lane: { tenantId, endpointId: endpoint.id, lane: 'first' } };
  const { cursor } = await tx.webhookLane.findUniqueOrThrow({ where: lane, select: { cursor: true } });
  const events = await readEvents({ ...tenant, transaction: tx }, cursor, MOST_EVENTS);
  const last = events.at(-1);
  if (last === undefined) {
    // Events after the cursor were already deleted, because they are stored for at most three days.
    const { eventSequence } = await tx.landscapeVersion.findUniqueOrThrow({ where: { tenantId }, select: { eventSequence: true } });
    await tx.webhookLane.update({ where: lane, data: { cursor: eventSequence } });
    return;
  }
  const wanted = events.filter(({ open }) => isWanted(open, endpoint));
  const told =
    endpoint.format === MEMBERS
      ? await limitMails(tx, tenantId, endpoint.id, await gatherByPerson(tx, tenantId, wanted), now)
      : wanted.map((event): TimedMail => ({ event, subscriberId: null, sendAt: null }));
  if (told.length > 0) await writeDeliveries(tx, tenantId, endpoint.id, told, now);
  // Due now, so that whoever takes over from a dead sender finds them.
  await tx.webhookLane.update({ where: lane, data: { cursor: last.open.sequence, ...(wanted.length > 0 ? { dueAt: now } : {}) } });
}

async function writeDeliveries(
  tx: Transaction,
  tenantId: string,
  endpointId: string,
  told: readonly TimedMail[],
  createdAt: Date,
): Promise<void> {
  await tx.webhookMessage.createMany({
    data: told.map(({ event }) => ({ tenantId, eventId: event.open.id, ...bodiesOf(event), createdAt })),
    skipDuplicates: true,
  });
  await tx.webhookDelivery.createMany({
    data: told.map(({ event: { open }, subscriberId, sendAt }) => ({
      tenantId,
      id: randomUUID(),
      endpointId,
      eventId: open.id,
      sequence: open.sequence,
      eventType: open.type,
      createdAt,
      subscriberId,
      // The lane of retries sends whatever has a time.
      ...(sendAt === null ? {} : { status: 'Retrying', nextAttemptAt: sendAt }),
    })),
    skipDuplicates: true,
  });
  for (const { sendAt } of told) if (sendAt !== null) await expectRetry(tx, tenantId, endpointId, sendAt);
}
