/** From the event log to deliveries: exactly one for each event that an endpoint wants, in the transaction that moves the endpoint's cursor. */
import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@/contract/events';
import { readEvents, type LoggedEvent } from '../events/eventRows';
import type { TenantDb, Transaction } from '../tenantDb';

/** Events looked through in one transaction. */
const MOST_EVENTS = 500;

export interface Wanting {
  id: string;
  /** Empty for all. */
  eventTypes: readonly string[];
}

/** A test is for the endpoint that is tested alone. */
function isWanted({ type, data }: EventEnvelope, endpoint: Wanting): boolean {
  if (type === 'webhook.test') return data.endpointId === endpoint.id;
  return endpoint.eventTypes.length === 0 || endpoint.eventTypes.includes(type);
}

/** The caller holds the first lane. What is left of a long log is for the next turn. */
export async function makeDeliveries(tx: Transaction, tenant: TenantDb, endpoint: Wanting, now: Date): Promise<void> {
  const { tenantId } = tenant;
  const lane = { tenantId_endpointId_lane: { tenantId, endpointId: endpoint.id, lane: 'first' } };
  const { cursor } = await tx.webhookLane.findUniqueOrThrow({ where: lane, select: { cursor: true } });
  const events = await readEvents({ ...tenant, transaction: tx }, cursor, MOST_EVENTS);
  const last = events.at(-1);
  if (last === undefined) {
    // The events themselves are gone: they wait three days at the longest.
    const { eventSequence } = await tx.landscapeVersion.findUniqueOrThrow({ where: { tenantId }, select: { eventSequence: true } });
    await tx.webhookLane.update({ where: lane, data: { cursor: eventSequence } });
    return;
  }
  const wanted = events.filter(({ open }) => isWanted(open, endpoint));
  if (wanted.length > 0) await writeDeliveries(tx, tenantId, endpoint.id, wanted, now);
  // Due from now on, so that whoever takes over from a sender that died finds them.
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
