/** Reads and writes what the components of a tenant report: the waiting signals, the last report of each component, and what became of each signal. */
import type { Folded, QueuedSignal, ReportedState, SignalOutcomeKind } from '@/domain/health/foldSignals';
import type { ReportedHealth } from '@/domain/health/liveImpact';
import type { FailureState, HealthState } from '@/domain/vocabulary';
import type { Transaction } from '../tenantDb';

interface SignalRow {
  position: bigint;
  signalId: string;
  componentId: string;
  state: HealthState;
  observedAt: Date;
  acceptedAt: Date;
  source: string | null;
  message: string | null;
}

/** The oldest waiting signals, held for the rest of the transaction. */
export async function takeWaiting(tx: Transaction, tenantId: string, most: number): Promise<QueuedSignal[]> {
  const rows = await tx.$queryRaw<SignalRow[]>`
    select "position", "signalId"::text as "signalId", "componentId"::text as "componentId", "state"::text as "state", "observedAt", "acceptedAt", "source", "message"
    from "health_signal" where "tenantId" = ${tenantId}::uuid order by "position" limit ${most}::int for update skip locked`;
  return rows.map((row) => ({
    ...row,
    position: BigInt(row.position),
    observedAt: row.observedAt.getTime(),
    acceptedAt: row.acceptedAt.getTime(),
  }));
}

export async function lastReports(tx: Transaction, tenantId: string, componentIds: readonly string[]): Promise<Map<string, ReportedState>> {
  const rows = await tx.componentHealth.findMany({ where: { tenantId, componentId: { in: [...componentIds] } } });
  return new Map(
    rows.map(({ tenantId: _tenantId, observedAt, acceptedAt, since, ...row }) => [
      row.componentId,
      { ...row, observedAt: observedAt.getTime(), acceptedAt: acceptedAt.getTime(), since: since.getTime() },
    ]),
  );
}

/** Everything that is reported as other than Healthy, and how many components last reported Healthy. The rows come as one text: the ORM takes ten times as long for them. */
export async function reportedHealth(tx: Transaction, tenantId: string): Promise<ReportedHealth> {
  const [row] = await tx.$queryRaw<{ healthyCount: number; unhealthy: string | null }[]>`
    select (select count(*)::int from "component_health" where "tenantId" = ${tenantId}::uuid and "state" = 'Healthy') as "healthyCount",
      (select json_agg(json_build_array("componentId", "state", (extract(epoch from "since") * 1000)::bigint))::text
        from "component_health" where "tenantId" = ${tenantId}::uuid and "state" <> 'Healthy') as "unhealthy"`;
  const unhealthy = JSON.parse(row?.unhealthy ?? '[]') as [componentId: string, state: FailureState, since: number][];
  return {
    unhealthy: unhealthy.map(([componentId, state, since]) => ({ componentId, state, since })),
    healthyCount: row?.healthyCount ?? 0,
  };
}

export async function writeReports(tx: Transaction, tenantId: string, changed: Folded['changed']): Promise<void> {
  if (changed.length === 0) return;
  await tx.$executeRawUnsafe(
    `insert into "component_health" as health ("tenantId", "componentId", "state", "observedAt", "acceptedAt", "since", "source", "message")
     select $1::uuid, id::uuid, state::"health_state", observed_at::timestamptz, accepted_at::timestamptz, since::timestamptz, source, message
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) as report(id, state, observed_at, accepted_at, since, source, message)
     on conflict ("tenantId", "componentId") do update set "state" = excluded."state", "observedAt" = excluded."observedAt", "acceptedAt" = excluded."acceptedAt",
       "since" = excluded."since", "source" = excluded."source", "message" = excluded."message"`,
    tenantId,
    changed.map(({ componentId }) => componentId),
    changed.map(({ state }) => state),
    changed.map(({ observedAt }) => new Date(observedAt).toISOString()),
    changed.map(({ acceptedAt }) => new Date(acceptedAt).toISOString()),
    changed.map(({ since }) => new Date(since).toISOString()),
    changed.map(({ source }) => source),
    changed.map(({ message }) => message),
  );
}

/** Moves signals from the queue to the history, each with what became of it. */
export async function settleSignals(
  tx: Transaction,
  tenantId: string,
  outcomes: ReadonlyMap<string, SignalOutcomeKind | 'SetAside'>,
  positions: readonly bigint[],
  reason: string | null = null,
): Promise<void> {
  if (positions.length === 0) return;
  await tx.$executeRawUnsafe(
    `with gone as (
       delete from "health_signal" where "tenantId" = $1::uuid and "position" = any($2::bigint[])
       returning "signalId", "componentId", "state", "observedAt", "reportedAt", "acceptedAt", "source", "message"
     )
     insert into "health_signal_record" ("tenantId", "signalId", "componentId", "state", "observedAt", "reportedAt", "acceptedAt", "source", "message", "outcome", "reason", "handledAt")
     select $1::uuid, gone."signalId", gone."componentId", gone."state", gone."observedAt", gone."reportedAt", gone."acceptedAt", gone."source", gone."message", told.outcome, $5::text, clock_timestamp()
     from gone join unnest($3::text[], $4::text[]) as told(id, outcome) on told.id::uuid = gone."signalId"`,
    tenantId,
    positions.map(String),
    [...outcomes.keys()],
    [...outcomes.values()],
    reason,
  );
}
