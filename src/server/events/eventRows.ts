/** Reads the event log of one tenant. */
import type { EventEnvelope, EventType } from '@/contract/events';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';

/**
 * An event in both forms: as everybody gets it, and with the figures for those who may see revenue. The same object if it contains no
 * figures.
 */
export interface LoggedEvent {
  open: EventEnvelope;
  whole: EventEnvelope;
}

/** The events behind number `after`, in their order, at most `limit`. */
export async function readEvents(tenant: TenantDb, after: number, limit: number): Promise<LoggedEvent[]> {
  const { tenantId } = tenant;
  const rows = await read(tenant, (tx) =>
    tx.event.findMany({ where: { tenantId, sequence: { gt: after } }, orderBy: { sequence: 'asc' }, take: limit }),
  );
  return rows.map(({ id, type, at, sequence, payload, revenue }) => {
    const data = payload as Record<string, unknown>;
    const open = { id, type: type as EventType, timestamp: at.toISOString(), tenantId, sequence, data };
    return { open, whole: revenue === null ? open : { ...open, data: { ...data, ...(revenue as Record<string, unknown>) } } };
  });
}

export interface EventBounds {
  /** The highest number so far; 0 before the first event. */
  head: number;
  /** The oldest number that is still stored; `head + 1` if none is. */
  oldestKept: number;
}

/** Which numbers the tenant's log holds. */
export async function readEventBounds(tenant: TenantDb): Promise<EventBounds> {
  const { tenantId } = tenant;
  const rows = await read(
    tenant,
    (tx) => tx.$queryRaw<EventBounds[]>`
    select "eventSequence" as "head", coalesce((select min("sequence") from "event" where "tenantId" = ${tenantId}::uuid), "eventSequence" + 1) as "oldestKept"
    from "landscape_version" where "tenantId" = ${tenantId}::uuid`,
  );
  return rows[0] ?? { head: 0, oldestKept: 1 };
}
