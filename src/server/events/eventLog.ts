/**
 * The log of outgoing events: written in the transaction of what happened, numbered without gaps per tenant, read by webhooks and the live
 * feed.
 */
import { randomUUID } from 'node:crypto';
import type { RevenueData } from '@/contract/eventData';
import type { EventType } from '@/contract/events';
import { afterCommit } from '@/server/db/write';
import type { Transaction } from '@/server/db/transaction';
import { nudgeEventReaders } from '@/server/wake/nudges';

type EventToAppend = { type: EventType; data: object; revenue?: RevenueData };

/**
 * Appends `events` in their order and returns the last number. Holds the tenant's counter until the commit, so call it at the end of a
 * transaction. Numbers therefore follow commit order, and whoever has read up to one has missed nothing before it.
 */
export async function appendEvents(tx: Transaction, tenantId: string, events: readonly EventToAppend[]): Promise<number> {
  const [raised] = await tx.$queryRaw<{ last: number }[]>`
    update "landscape_version" set "eventSequence" = "eventSequence" + ${events.length}::int where "tenantId" = ${tenantId}::uuid returning "eventSequence" as "last"`;
  if (raised === undefined) throw new Error('The tenant has no landscape version row.');
  await tx.$executeRawUnsafe(addEventsSql(2), tenantId, raised.last - events.length, ...eventColumns(events));
  afterEvents(tx, tenantId);
  return raised.last;
}

/**
 * SQL that adds events after the number in parameter `first`. The parameters from the next one on are `eventColumns`; the tenant is $1. For
 * callers that have incremented the tenant's counter in this transaction.
 */
export function addEventsSql(first: number): string {
  return `insert into "event" ("tenantId", "sequence", "id", "type", "at", "payload", "revenue")
    select v."tenantId", $${first}::int + n::int, event_id::uuid, event_type, statement_timestamp(), event_data::jsonb, event_revenue::jsonb
    from "landscape_version" v,
      unnest($${first + 1}::text[], $${first + 2}::text[], $${first + 3}::text[], $${first + 4}::text[]) with ordinality as given(event_id, event_type, event_data, event_revenue, n)
    where v."tenantId" = $1::uuid returning 1`;
}

/** The parameters for `addEventsSql`, one array for each column. Gives each event its id. */
export function eventColumns(events: readonly EventToAppend[]): unknown[] {
  return [
    events.map(() => randomUUID()),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
    events.map(({ revenue }) => (revenue === undefined ? null : JSON.stringify(revenue))),
  ];
}

/** Wakes the readers of the log once the transaction has committed. */
export function afterEvents(tx: Transaction, tenantId: string): void {
  afterCommit(tx, () => nudgeEventReaders(tenantId));
}
