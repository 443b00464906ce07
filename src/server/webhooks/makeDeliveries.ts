/**
 * Turns the event log into deliveries, in the transaction that advances the endpoint's cursor: exactly one for each event that an endpoint
 * wants, and for mails to members one for all that a person is told.
 */
import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@/contract/events';
import { readEvents, type LoggedEvent } from '@/server/events/eventRows';
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
  const told = endpoint.format === MEMBERS ? await gatherByPerson(tx, tenantId, wanted) : wanted;
  if (told.length > 0) await writeDeliveries(tx, tenantId, endpoint.id, told, now);
  // Due now, so that whoever takes over from a dead sender finds them.
  await tx.webhookLane.update({ where: lane, data: { cursor: last.open.sequence, ...(wanted.length > 0 ? { dueAt: now } : {}) } });
}

async function writeDeliveries(
  tx: Transaction,
  tenantId: string,
  endpointId: string,
  wanted: readonly LoggedEvent[],
  createdAt: Date,
): Promise<void> {
  await tx.webhookMessage.createMany({
    data: wanted.map(({ open, whole }) => ({
      tenantId,
      eventId: open.id,
      body: JSON.stringify(open),
      wholeBody: whole === open ? null : JSON.stringify(whole),
      createdAt,
    })),
    skipDuplicates: true,
  });
  await tx.webhookDelivery.createMany({
    data: wanted.map(({ open: { id, sequence, type } }) => ({
      tenantId,
      id: randomUUID(),
      endpointId,
      eventId: id,
      sequence,
      eventType: type,
      createdAt,
    })),
    skipDuplicates: true,
  });
}
