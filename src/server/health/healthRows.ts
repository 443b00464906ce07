/**
 * Reads and writes what the components of a tenant report: waiting signals, the last report of each component, and the outcome of each
 * signal.
 */
import type { Folded, QueuedSignal, ReportedState, SignalOutcomeKind } from '@/domain/health/foldSignals';
import type { ReportedHealth } from '@/domain/graph/questions/live/liveImpact';
import type { Watch, WatchChange } from '@/domain/health/openingDelay';
import type { FailureState, HealthState } from '@/domain/vocabulary';
import type { Transaction } from '@/server/db/transaction';

/** Rows come as one text, because the ORM takes several times as long for each: it converts every value by itself. */
interface Rows {
  rows: string | null;
}

/** SQL for a time as milliseconds since 1970. */
function milliseconds(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::bigint`;
}

type SignalRow = [string, string, string, HealthState, number, number, string | null, string | null];

const TAKE_WAITING = `
  with taken as (
    select * from "health_signal" where "tenantId" = $1::uuid order by "position" limit $2::int for update skip locked
  )
  select json_agg(json_build_array("position"::text, "signalId", "componentId", "state", ${milliseconds('"observedAt"')}, ${milliseconds('"acceptedAt"')},
    "source", "message") order by "position")::text as "rows" from taken`;

/** The oldest waiting signals, locked for the rest of the transaction. */
export async function takeWaiting(tx: Transaction, tenantId: string, most: number): Promise<QueuedSignal[]> {
  const [found] = await tx.$queryRawUnsafe<Rows[]>(TAKE_WAITING, tenantId, most);
  const rows = JSON.parse(found?.rows ?? '[]') as SignalRow[];
  return rows.map(([position, signalId, componentId, state, observedAt, acceptedAt, source, message]) => ({
    position: BigInt(position),
    signalId,
    componentId,
    state,
    observedAt,
    acceptedAt,
    source,
    message,
  }));
}

type ReportRow = [string, HealthState, number, number, number, string | null, string | null, number[] | null, boolean];

const LAST_REPORTS = `
  select json_agg(json_build_array("componentId", "state", ${milliseconds('"observedAt"')}, ${milliseconds('"acceptedAt"')}, ${milliseconds('"since"')}, "source", "message",
    (select json_agg(${milliseconds('change.at')} order by change.n) from unnest("recentChanges") with ordinality as change(at, n)), "isFlapping"))::text as "rows"
  from "component_health" where "tenantId" = $1::uuid and "componentId" = any($2::uuid[])`;

/** What these components last reported, by id; without those that never did. */
export async function lastReports(tx: Transaction, tenantId: string, componentIds: readonly string[]): Promise<Map<string, ReportedState>> {
  const [found] = await tx.$queryRawUnsafe<Rows[]>(LAST_REPORTS, tenantId, [...componentIds]);
  const rows = JSON.parse(found?.rows ?? '[]') as ReportRow[];
  return new Map(
    rows.map(([componentId, state, observedAt, acceptedAt, since, source, message, changes, isFlapping]) => [
      componentId,
      { componentId, state, observedAt, acceptedAt, since, source, message, recentChanges: changes ?? [], isFlapping },
    ]),
  );
}

type WatchedRow = [
  componentId: string,
  unexplainedSince: number | null,
  graceUntil: number | null,
  recentChanges: number[] | null,
  isFlapping: boolean,
];

/**
 * All reports other than Healthy, what is remembered for opening incidents, and how many components last reported Healthy.
 */
export async function reportedHealth(tx: Transaction, tenantId: string): Promise<ReportedHealth & { watches: Map<string, Watch> }> {
  const [row] = await tx.$queryRaw<{ healthyCount: number; unhealthy: string | null; watched: string | null }[]>`
    select count(*) filter (where "state" = 'Healthy')::int as "healthyCount",
      (json_agg(json_build_array("componentId", "state", (extract(epoch from "since") * 1000)::bigint)) filter (where "state" <> 'Healthy'))::text as "unhealthy",
      (select json_agg(json_build_array("componentId", (extract(epoch from "unexplainedSince") * 1000)::bigint, (extract(epoch from "graceUntil") * 1000)::bigint,
          (select json_agg((extract(epoch from at) * 1000)::bigint order by at) from unnest("recentChanges") as at), "isFlapping"))::text
        from "component_health" where "tenantId" = ${tenantId}::uuid
          and ("unexplainedSince" is not null or "graceUntil" is not null or "isFlapping")) as "watched"
    from "component_health" where "tenantId" = ${tenantId}::uuid`;
  const watched = JSON.parse(row?.watched ?? '[]') as WatchedRow[];
  const unhealthy = JSON.parse(row?.unhealthy ?? '[]') as [componentId: string, state: FailureState, since: number][];
  return {
    unhealthy: unhealthy.map(([componentId, state, since]) => ({ componentId, state, since })),
    healthyCount: row?.healthyCount ?? 0,
    watches: new Map(
      watched.map(([componentId, unexplainedSince, graceUntil, recentChanges, isFlapping]) => [
        componentId,
        { unexplainedSince, graceUntil, recentChanges: recentChanges ?? [], isFlapping },
      ]),
    ),
  };
}

/**
 * The order in which `foldSignals` lets records count, newest first: by observation, then by acceptance, then by the place in the queue. Two
 * signals of one request have both times in common.
 */
export const NEWEST_RECORD_FIRST = `r."observedAt" desc, r."acceptedAt" desc, r."position" desc nulls last`;

/** Stores the latest report of each changed component. */
export async function writeReports(tx: Transaction, tenantId: string, changed: Folded['changed']): Promise<void> {
  if (changed.length === 0) return;
  await tx.$executeRawUnsafe(
    `insert into "component_health" as health ("tenantId", "componentId", "state", "observedAt", "acceptedAt", "since", "source", "message", "recentChanges", "isFlapping")
     select v."tenantId", id::uuid, state::"health_state", observed_at::timestamptz, accepted_at::timestamptz, since::timestamptz, source, message, recent_changes::timestamptz[], is_flapping
     from "landscape_version" v, unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::boolean[])
       as report(id, state, observed_at, accepted_at, since, source, message, recent_changes, is_flapping)
     where v."tenantId" = $1::uuid
     on conflict ("tenantId", "componentId") do update set "state" = excluded."state", "observedAt" = excluded."observedAt", "acceptedAt" = excluded."acceptedAt",
       "since" = excluded."since", "source" = excluded."source", "message" = excluded."message",
       "recentChanges" = excluded."recentChanges", "isFlapping" = excluded."isFlapping"`,
    tenantId,
    changed.map(({ componentId }) => componentId),
    changed.map(({ state }) => state),
    changed.map(({ observedAt }) => new Date(observedAt).toISOString()),
    changed.map(({ acceptedAt }) => new Date(acceptedAt).toISOString()),
    changed.map(({ since }) => new Date(since).toISOString()),
    changed.map(({ source }) => source),
    changed.map(({ message }) => message),
    changed.map(({ recentChanges }) => `{${recentChanges.map((at) => new Date(at).toISOString()).join(',')}}`),
    changed.map(({ isFlapping }) => isFlapping),
  );
}

/** Writes what the next turns must remember for opening incidents. */
export async function writeWatches(tx: Transaction, tenantId: string, changes: readonly WatchChange[]): Promise<void> {
  if (changes.length === 0) return;
  const timestampOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  await tx.$executeRawUnsafe(
    `update "component_health" h set "unexplainedSince" = w.unexplained::timestamptz, "graceUntil" = w.grace::timestamptz, "isFlapping" = w.flapping
     from unnest($2::text[], $3::text[], $4::text[], $5::boolean[]) as w(id, unexplained, grace, flapping)
     where h."tenantId" = $1::uuid and h."componentId" = w.id::uuid`,
    tenantId,
    changes.map(({ componentId }) => componentId),
    changes.map(({ unexplainedSince }) => timestampOf(unexplainedSince)),
    changes.map(({ graceUntil }) => timestampOf(graceUntil)),
    changes.map(({ isFlapping }) => isFlapping),
  );
}

/** Moves signals from the queue to the history, each with its outcome. */
export async function settleSignals(
  tx: Transaction,
  tenantId: string,
  outcomes: ReadonlyMap<string, SignalOutcomeKind | 'SetAside'>,
  positions: readonly bigint[],
  reason: string | null = null,
): Promise<void> {
  if (positions.length === 0) return;
  await tx.$executeRawUnsafe(
    `with kept as (
       insert into "health_signal_record" ("tenantId", "signalId", "componentId", "state", "observedAt", "reportedAt", "acceptedAt", "position", "source", "message", "outcome", "reason", "handledAt")
       select s."tenantId", s."signalId", s."componentId", s."state", s."observedAt", s."reportedAt", s."acceptedAt", s."position", s."source", s."message", told.outcome, $5::text, statement_timestamp()
       from "health_signal" s join unnest($3::text[], $4::text[]) as told(id, outcome) on told.id::uuid = s."signalId"
       where s."tenantId" = $1::uuid and s."position" = any($2::bigint[]) returning 1
     )
     delete from "health_signal" where "tenantId" = $1::uuid and "position" = any($2::bigint[])`,
    tenantId,
    positions.map(String),
    [...outcomes.keys()],
    [...outcomes.values()],
    reason,
  );
}
