/**
 * Stores alerts that match no component in the history of signals, so that whoever configured the alerts sees what arrived and why it had
 * no effect.
 */
import { randomUUID } from 'node:crypto';
import type { UnmatchedAlert } from '@/contract/signalSources/alertSource';
import type { TenantDb } from '@/server/db/tenantDb';
import { write } from '@/server/db/write';

const LONGEST_REASON = 1_000;

/** Stores each with its arrival time. A time ahead of the database's clock counts as now, and is stored beside it. */
export async function keepUnmatched(tenant: TenantDb, source: string, alerts: readonly UnmatchedAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  const column = (of: (alert: UnmatchedAlert) => string | null): (string | null)[] => alerts.map(of);
  await write(tenant, (tx) =>
    tx.$executeRawUnsafe(
      `insert into "health_signal_record" ("tenantId", "signalId", "componentId", "sentName", "state", "observedAt", "reportedAt", "acceptedAt", "source", "message", "outcome", "reason", "handledAt")
       select v."tenantId", given.id::uuid, null, given.name, given.state::"health_state", least(given.observed_at::timestamptz, at),
         case when given.observed_at::timestamptz > at then given.observed_at::timestamptz end, at, $2, given.message, 'Unmatched', given.reason, at
       from "landscape_version" v, date_trunc('milliseconds', statement_timestamp()) as at,
         unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) as given(id, name, state, observed_at, message, reason)
       where v."tenantId" = $1::uuid`,
      tenant.tenantId,
      source,
      column(() => randomUUID()),
      column(({ name }) => name),
      column(({ state }) => state),
      column(({ observedAt }) => observedAt),
      column(({ message }) => message),
      column(({ reason }) => reason.slice(0, LONGEST_REASON)),
    ),
  );
}
