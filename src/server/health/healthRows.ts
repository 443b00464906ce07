/**
 * Reads and writes what the components of a tenant report: waiting signals, the last report of each component, and the outcome of each
 * signal.
 */
import type { Folded, Outcome, QueuedSignal, ReportedState } from '@/domain/health/foldSignals';
import type { Evidence } from '@/domain/health/openAlerts';
import { isOldOnArrival } from '@/domain/health/reportAge';
import type { ReportedHealth } from '@/domain/graph/questions/live/liveImpact';
import type { Watch, WatchChange } from '@/domain/health/openingDelay';
import type { FailureState, HealthState } from '@/domain/vocabulary';
import { milliseconds, timestampOf } from '@/server/db/moments';
import type { Transaction } from '@/server/db/transaction';

/** Rows come as one text, because the ORM takes several times as long for each: it converts every value by itself. */
interface Rows {
  rows: string | null;
}

type Times = [startsAt: number | null, endsAt: number | null];
type SignalRow = [
  string,
  string,
  string,
  HealthState,
  number,
  number,
  string | null,
  string | null,
  string | null,
  string | null,
  ...Times,
  boolean,
];

const TAKE_WAITING = `
  with taken as (
    select * from "health_signal" where "tenantId" = $1::uuid order by "position" limit $2::int for update skip locked
  )
  select json_agg(json_build_array("position"::text, "signalId", "componentId", "state", ${milliseconds('"observedAt"')}, ${milliseconds('"acceptedAt"')},
    "source", "message", "alertKey", "alertName", ${milliseconds('"alertStartsAt"')}, ${milliseconds('"alertEndsAt"')}, "closesAlert") order by "position")::text as "rows" from taken`;

/** The oldest waiting signals, locked for the rest of the transaction. */
export async function takeWaiting(tx: Transaction, tenantId: string, most: number): Promise<QueuedSignal[]> {
  const [found] = await tx.$queryRawUnsafe<Rows[]>(TAKE_WAITING, tenantId, most);
  const rows = JSON.parse(found?.rows ?? '[]') as SignalRow[];
  return rows.map(
    ([position, signalId, componentId, state, observedAt, acceptedAt, source, message, key, name, startsAt, endsAt, isClosed]) => ({
      position: BigInt(position),
      signalId,
      componentId,
      state,
      observedAt,
      acceptedAt,
      source,
      message,
      alert: key === null ? null : { key, name, startsAt, endsAt, isClosed },
    }),
  );
}

type EvidenceRow = [state: HealthState, observedAt: number, acceptedAt: number, source: string | null, message: string | null];
type ReportRow = [
  componentId: string,
  since: number,
  changes: number[] | null,
  isFlapping: boolean,
  present: EvidenceRow,
  plain: EvidenceRow | null,
];

const LAST_REPORTS = `
  select json_agg(json_build_array("componentId", ${milliseconds('"since"')},
    (select json_agg(${milliseconds('change.at')} order by change.n) from unnest("recentChanges") with ordinality as change(at, n)), "isFlapping",
    json_build_array("state", ${milliseconds('"observedAt"')}, ${milliseconds('"acceptedAt"')}, "source", "message"),
    case when "plainState" is not null
      then json_build_array("plainState", ${milliseconds('"plainObservedAt"')}, ${milliseconds('"plainAcceptedAt"')}, "plainSource", "plainMessage") end))::text as "rows"
  from "component_health" where "tenantId" = $1::uuid and "componentId" = any($2::uuid[])`;

/** What these components last reported, by id; without those that never did. */
export async function lastReports(tx: Transaction, tenantId: string, componentIds: readonly string[]): Promise<Map<string, ReportedState>> {
  const [found] = await tx.$queryRawUnsafe<Rows[]>(LAST_REPORTS, tenantId, [...componentIds]);
  const rows = JSON.parse(found?.rows ?? '[]') as ReportRow[];
  return new Map(
    rows.map(([componentId, since, changes, isFlapping, present, plain]) => [
      componentId,
      {
        ...evidenceFrom(present),
        componentId,
        since,
        recentChanges: changes ?? [],
        isFlapping,
        plain: plain === null ? null : evidenceFrom(plain),
      },
    ]),
  );
}

function evidenceFrom([state, observedAt, acceptedAt, source, message]: EvidenceRow): Evidence {
  return { state, observedAt, acceptedAt, source, message };
}

type WatchedRow = [
  componentId: string,
  unexplainedSince: number | null,
  graceUntil: number | null,
  recentChanges: number[] | null,
  isFlapping: boolean,
];

/**
 * All reports other than Healthy, those of them that are stale, what is remembered for opening incidents, and how many components last
 * reported Healthy and are not stale.
 */
export async function reportedHealth(
  tx: Transaction,
  tenantId: string,
): Promise<ReportedHealth & { watches: Map<string, Watch>; stale: Set<string> }> {
  const [row] = await tx.$queryRaw<{ healthyCount: number; unhealthy: string | null; watched: string | null }[]>`
    select count(*) filter (where "state" = 'Healthy' and not "isStale")::int as "healthyCount",
      (json_agg(json_build_array("componentId", "state", (extract(epoch from "since") * 1000)::bigint, "isStale")) filter (where "state" <> 'Healthy'))::text as "unhealthy",
      (select json_agg(json_build_array("componentId", (extract(epoch from "unexplainedSince") * 1000)::bigint, (extract(epoch from "graceUntil") * 1000)::bigint,
          (select json_agg((extract(epoch from at) * 1000)::bigint order by at) from unnest("recentChanges") as at), "isFlapping"))::text
        from "component_health" where "tenantId" = ${tenantId}::uuid
          and ("unexplainedSince" is not null or "graceUntil" is not null or "isFlapping")) as "watched"
    from "component_health" where "tenantId" = ${tenantId}::uuid`;
  const watched = JSON.parse(row?.watched ?? '[]') as WatchedRow[];
  const unhealthy = JSON.parse(row?.unhealthy ?? '[]') as [componentId: string, state: FailureState, since: number, isStale: boolean][];
  return {
    unhealthy: unhealthy.map(([componentId, state, since]) => ({ componentId, state, since })),
    healthyCount: row?.healthyCount ?? 0,
    stale: new Set(unhealthy.flatMap(([componentId, , , isStale]) => (isStale ? [componentId] : []))),
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

const REPORT_COLUMNS = [
  ['state', 'health_state'],
  ['observedAt', 'timestamptz'],
  ['acceptedAt', 'timestamptz'],
  ['source', 'text'],
  ['message', 'text'],
] as const;

/** Stores the latest report of each changed component. Whether one is stale is worked out afterwards; those that were old on arrival may be. */
export async function writeReports(tx: Transaction, tenantId: string, changed: Folded['changed']): Promise<void> {
  if (changed.length === 0) return;
  const columns = [
    ...REPORT_COLUMNS.map(([field, type]) => ({ name: field as string, type: type as string, of: told(field, (one) => one) })),
    ...REPORT_COLUMNS.map(([field, type]) => ({
      name: `plain${field[0]?.toUpperCase()}${field.slice(1)}`,
      type,
      of: told(field, ({ plain }) => plain),
    })),
    { name: 'since', type: 'timestamptz', of: ({ since }: Report) => timestampOf(since) },
    {
      name: 'recentChanges',
      type: 'timestamptz[]',
      of: ({ recentChanges }: Report) => `{${recentChanges.map((at) => timestampOf(at)).join(',')}}`,
    },
    { name: 'isStale', type: 'boolean', of: (report: Report) => String(isOldOnArrival(report)) },
    { name: 'isFlapping', type: 'boolean', of: ({ isFlapping }: Report) => String(isFlapping) },
  ];
  const names = columns.map(({ name }) => `"${name}"`);
  await tx.$executeRawUnsafe(
    `insert into "component_health" as health ("tenantId", "componentId", ${names.join(', ')})
     select v."tenantId", id::uuid, ${columns.map(({ name, type }) => `report."${name}"::${type === 'health_state' ? '"health_state"' : type}`).join(', ')}
     from "landscape_version" v, unnest($2::text[], ${columns.map((_, at) => `$${at + 3}::text[]`).join(', ')}) as report(id, ${names.join(', ')})
     where v."tenantId" = $1::uuid
     on conflict ("tenantId", "componentId") do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    tenantId,
    changed.map(({ componentId }) => componentId),
    ...columns.map((column) => changed.map(column.of)),
  );
}

type Report = Folded['changed'][number];

/** A column of what was told, from part of a report. */
function told(field: keyof Evidence, from: (report: Report) => Evidence | null): (report: Report) => string | null {
  return (report) => {
    const value = from(report)?.[field] ?? null;
    return typeof value === 'number' ? timestampOf(value) : value;
  };
}

/** Writes what the next turns must remember for opening incidents. */
export async function writeWatches(tx: Transaction, tenantId: string, changes: readonly WatchChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.$executeRawUnsafe(
    `update "component_health" h set "unexplainedSince" = w.unexplained, "graceUntil" = w.grace, "isFlapping" = w.flapping
     from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::boolean[]) as w(id, unexplained, grace, flapping)
     where h."tenantId" = $1::uuid and h."componentId" = w.id`,
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
  outcomes: ReadonlyMap<string, Omit<Outcome, 'kind'> & { kind: Outcome['kind'] | 'SetAside' }>,
  positions: readonly bigint[],
): Promise<void> {
  if (positions.length === 0) return;
  const settled = [...outcomes];
  await tx.$executeRawUnsafe(
    `with kept as (
       insert into "health_signal_record" ("tenantId", "signalId", "componentId", "state", "observedAt", "reportedAt", "acceptedAt", "position", "source", "message",
         "alertKey", "alertName", "alertStartsAt", "outcome", "reason", "stateAfter", "handledAt")
       select s."tenantId", s."signalId", s."componentId", s."state", s."observedAt", s."reportedAt", s."acceptedAt", s."position", s."source", s."message",
         s."alertKey", s."alertName", s."alertStartsAt", told.outcome, told.reason, told.state_after::"health_state", statement_timestamp()
       from "health_signal" s join unnest($3::text[], $4::text[], $5::text[], $6::text[]) as told(id, outcome, reason, state_after) on told.id::uuid = s."signalId"
       where s."tenantId" = $1::uuid and s."position" = any($2::bigint[]) returning 1
     )
     delete from "health_signal" where "tenantId" = $1::uuid and "position" = any($2::bigint[])`,
    tenantId,
    positions.map(String),
    settled.map(([id]) => id),
    settled.map(([, { kind }]) => kind),
    settled.map(([, { reason }]) => reason),
    settled.map(([, { stateAfter }]) => stateAfter),
  );
}
