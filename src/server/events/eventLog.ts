/** The log of outgoing events: written in the transaction of what happened, numbered without gaps for each tenant, read by webhooks and the live feed. */
import { randomUUID } from 'node:crypto';
import type { RevenueData } from '@/contract/eventData';
import type { EventType } from '@/contract/events';
import { afterCommit, type Transaction } from '../tenantDb';
import { nudgeEventReaders } from '@/server/wake/nudges';

/**
 * Appends `events` in their order and returns the last number. It holds the tenant's counter until the commit, so it comes at the end of a transaction;
 * numbers therefore follow commit order, and who has read up to one misses nothing before it.
 */
export async function appendEvents(
  tx: Transaction,
  tenantId: string,
  events: readonly { type: EventType; data: object; revenue?: RevenueData }[],
): Promise<number> {
  const rows = await tx.$queryRawUnsafe<{ last: number }[]>(
    `with raised as (
       update "landscape_version" set "eventSequence" = "eventSequence" + $2::int where "tenantId" = $1::uuid returning "eventSequence" as last
     ), added as (
       insert into "event" ("tenantId", "sequence", "id", "type", "at", "payload", "revenue")
       select $1::uuid, raised.last - $2::int + n::int, event_id::uuid, event_type, clock_timestamp(), event_data::jsonb, event_revenue::jsonb
       from raised, unnest($3::text[], $4::text[], $5::text[], $6::text[]) with ordinality as given(event_id, event_type, event_data, event_revenue, n)
     )
     select last from raised`,
    tenantId,
    events.length,
    events.map(() => randomUUID()),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
    events.map(({ revenue }) => (revenue === undefined ? null : JSON.stringify(revenue))),
  );
  const last = rows[0]?.last;
  if (last === undefined) throw new Error('The tenant has no landscape version row.');
  afterCommit(tx, () => nudgeEventReaders(tenantId));
  return last;
}
