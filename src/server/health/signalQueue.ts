/**
 * Puts accepted signals into the queue. Concurrent requests share one transaction, which starts as soon as the previous one has committed.
 * There is no timer, so a single signal never waits for others. Callers get an answer only after the commit.
 */
import { AppError } from '@/domain/errors';
import { FORMER_NAME_DAYS } from '@/domain/health/formerName';
import type { AcceptedSignal } from '@/contract/healthSignals';
import type { SourceAlert } from '@/contract/signalSources/alertSource';
import type { KnownAlert } from '@/domain/health/openAlerts';
import type { HealthState } from '@/domain/vocabulary';
import { processState } from '@/server/processState';
import { assertTenantId } from '@/server/db/bindTenant';
import type { ReadStatement } from '@/server/db/boundReaders';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

export interface SignalToStore {
  signalId: string;
  /** Exactly one of the two identifies the component. */
  componentId: string | null;
  technicalName: string | null;
  state: HealthState;
  /** Null for the time of acceptance. */
  observedAt: string | null;
  source: string | null;
  message: string | null;
  /** What an alert says of itself; null for a report of the component. */
  alert: (SourceAlert & { isClosed?: boolean }) | null;
}

export type Stored = Pick<AcceptedSignal, 'componentId' | 'observedAt' | 'acceptedAt' | 'reportedAt' | 'isLate'> & {
  /** Set if the component was identified by a former name, which is accepted until then. */
  formerName: { presentName: string; until: string } | null;
  /** The worst alert that fires about the component; null if none does. */
  holder: Holder | null;
};

export type Holder = Pick<KnownAlert, 'name' | 'source' | 'state' | 'message'>;

interface Waiting {
  signals: readonly SignalToStore[];
  resolve: (stored: (Stored | null)[]) => void;
  reject: (error: unknown) => void;
}

interface TenantQueue {
  waiting: Waiting[];
  isFlushing: boolean;
}

/** The most signals in one transaction. */
const MOST_AT_ONCE = 5_000;

/**
 * Resolves the component of each signal by its position, and what the answer says about it. Leaves out components that do not exist. Both
 * steps are materialized: on a protected table, no index finds what equals a COALESCE, which PostgreSQL takes for a function that leaks.
 */
const RESOLVE: ReadStatement = {
  name: 'resolve signals',
  text: `
    with given as materialized (
      select g.*, coalesce(
        (select c."id" from "component" c where c."tenantId" = $1::uuid and c."id" = g.component_id::uuid),
        (select c."id" from "component" c where c."tenantId" = $1::uuid and c."technicalName" = g.technical_name)
      ) as present_id
      from unnest($2::text[], $3::text[]) with ordinality as g(component_id, technical_name, n)
    ), named as materialized (
      select g.n, coalesce(g.present_id, f."componentId") as id, f."presentName", f."until"
      from given g left join lateral (
        select c."id" as "componentId", c."technicalName" as "presentName", f."since" + interval '${FORMER_NAME_DAYS} days' as "until"
        from "former_name" f join "component" c on c."tenantId" = f."tenantId" and c."id" = f."entityId"
        where g.present_id is null and f."tenantId" = $1::uuid and f."kind" = 'component' and f."technicalName" = g.technical_name
          and f."since" > now() - interval '${FORMER_NAME_DAYS} days'
      ) f on true
    )
    select n::int as "place", id::text as "componentId", "presentName", "until",
      (select h."plainObservedAt" from "component_health" h where h."tenantId" = $1::uuid and h."componentId" = id) as "lastObservedAt",
      (select json_build_object('name', a."name", 'source', a."source", 'state', a."state", 'message', a."message") from "alert" a
        where a."tenantId" = $1::uuid and a."componentId" = named.id and a."state" <> 'Healthy' order by a."state" desc, a."seenAt" desc limit 1) as "holder"
    from named where id is not null`,
};

interface Resolved {
  place: number;
  componentId: string;
  /** Set together with `until` if the signal used a former name. */
  presentName: string | null;
  until: Date | null;
  lastObservedAt: Date | null;
  holder: Holder | null;
}

/**
 * All times are by the database's clock; an observation in the future counts as made now, and an alert as seen when it arrived. This
 * transaction has incremented the tenant's counter and keeps it locked until the commit, so numbers are in the order of commits.
 */
const INSERT = `
  with stored as (
    insert into "health_signal" as added ("tenantId", "position", "signalId", "componentId", "state", "observedAt", "reportedAt", "acceptedAt", "source", "message", "alertKey", "alertName", "alertStartsAt", "alertEndsAt", "closesAlert")
    select v."tenantId", $2::bigint + g.n, g.signal_id::uuid, g.component_id::uuid, g.state::"health_state",
      case when g.alert_key is null then least(g.observed_at::timestamptz, at) else at end,
      case when g.observed_at::timestamptz > at then g.observed_at::timestamptz end, at, g.source, g.message,
      g.alert_key, g.alert_name, g.alert_starts_at::timestamptz, g.alert_ends_at::timestamptz, g.closes_alert
    from "landscape_version" v, date_trunc('milliseconds', statement_timestamp()) as at,
      unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::boolean[])
        with ordinality as g(signal_id, component_id, state, observed_at, source, message, alert_key, alert_name, alert_starts_at, alert_ends_at, closes_alert, n)
    where v."tenantId" = $1::uuid
    returning "position", "observedAt", "reportedAt", "acceptedAt"
  ), work as (
    insert into "health_work" ("tenantId") values ($1::uuid) on conflict do nothing returning 1
  )
  select "observedAt", "reportedAt", "acceptedAt" from stored order by "position"`;

interface StoredRow {
  observedAt: Date;
  reportedAt: Date | null;
  acceptedAt: Date;
}

/** Resolves once all `signals` are durable, with one entry each, in order. */
export async function storeSignals(tenant: TenantDb, signals: readonly SignalToStore[]): Promise<(Stored | null)[]> {
  const { transaction } = tenant;
  if (transaction !== undefined) return storeWithin(tenant, transaction, signals);
  const queues = processState('signalQueues', () => new Map<string, TenantQueue>());
  const mine = queues.get(tenant.tenantId) ?? { waiting: [], isFlushing: false };
  queues.set(tenant.tenantId, mine);
  return new Promise((resolve, reject) => {
    mine.waiting.push({ signals, resolve, reject });
    if (!mine.isFlushing) void flush(tenant, mine, queues);
  });
}

async function flush(tenant: TenantDb, queue: TenantQueue, queues: Map<string, TenantQueue>): Promise<void> {
  queue.isFlushing = true;
  while (queue.waiting.length > 0) {
    const batch = takeBatch(queue);
    try {
      const stored = await storeTogether(
        tenant,
        batch.flatMap(({ signals }) => signals),
      );
      let start = 0;
      for (const { signals, resolve } of batch) {
        resolve(stored.slice(start, start + signals.length));
        start += signals.length;
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  queue.isFlushing = false;
  queues.delete(tenant.tenantId);
}

function takeBatch(queue: TenantQueue): Waiting[] {
  let count = 0;
  let end = 0;
  while (end < queue.waiting.length && (end === 0 || count + (queue.waiting[end]?.signals.length ?? 0) <= MOST_AT_ONCE)) {
    count += queue.waiting[end]?.signals.length ?? 0;
    end += 1;
  }
  return queue.waiting.splice(0, end);
}

/** Resolves the components while the connection is opened for the tenant and the counter is incremented. */
async function storeTogether(tenant: TenantDb, signals: readonly SignalToStore[]): Promise<(Stored | null)[]> {
  const resolving = resolve(tenant, signals);
  // Its failure is thrown below. Without this, the process would treat it as an unhandled rejection.
  resolving.catch(() => undefined);
  return write.onConnection(
    { ...tenant, isForChange: true },
    async (client, [raised]) => {
      const resolved = await resolving;
      const add = async (parameters: unknown[]): Promise<StoredRow[]> => (await client.query<StoredRow>(INSERT, parameters)).rows;
      return store(tenant.tenantId, signals, resolved, lastOf(raised), add);
    },
    raiseSql(tenant.tenantId, signals.length),
  );
}

async function storeWithin(tenant: TenantDb, tx: Transaction, signals: readonly SignalToStore[]): Promise<(Stored | null)[]> {
  const resolved = await resolve(tenant, signals);
  const [raised] = await tx.$queryRawUnsafe<Raised[]>(raiseSql(tenant.tenantId, signals.length));
  return store(tenant.tenantId, signals, resolved, lastOf(raised), (parameters) => tx.$queryRawUnsafe<StoredRow[]>(INSERT, ...parameters));
}

async function resolve(tenant: TenantDb, signals: readonly SignalToStore[]): Promise<Map<number, Resolved>> {
  const rows = await read<Resolved>(tenant, RESOLVE, [
    signals.map(({ componentId }) => componentId),
    signals.map(({ technicalName }) => technicalName),
  ]);
  return new Map(rows.map((row) => [row.place - 1, row]));
}

interface Raised {
  last: string | bigint;
}

/** As one text, so that it can be sent together with the statement that binds the connection. */
function raiseSql(tenantId: string, count: number): string {
  assertTenantId(tenantId);
  return `update "signal_counter" set "last" = "last" + ${Math.trunc(count)} where "tenantId" = '${tenantId}'::uuid returning "last"`;
}

function lastOf(raised: unknown): bigint {
  // While its rows move to another node, a statement may find none of them.
  if (raised === undefined)
    throw new AppError('unavailable', 'The data of this tenant is moving. Try again in a few seconds.', { retryAfterSeconds: 5 });
  return BigInt((raised as Raised).last);
}

/** Stores the signals whose component was found. `last` is the number of the last signal, if all of them were found. */
async function store(
  tenantId: string,
  signals: readonly SignalToStore[],
  resolved: ReadonlyMap<number, Resolved>,
  last: bigint,
  add: (parameters: unknown[]) => Promise<StoredRow[]>,
): Promise<(Stored | null)[]> {
  const known = signals.flatMap((signal, place) => {
    const found = resolved.get(place);
    return found === undefined ? [] : [{ ...signal, ...found, place }];
  });
  const column = (field: 'signalId' | 'componentId' | 'state' | 'observedAt' | 'source' | 'message'): unknown[] =>
    known.map((signal) => signal[field]);
  const rows =
    known.length === 0
      ? []
      : await add([
          tenantId,
          String(last - BigInt(signals.length)),
          ...(['signalId', 'componentId', 'state', 'observedAt', 'source', 'message'] as const).map(column),
          ...(['key', 'name', 'startsAt', 'endsAt'] as const).map((field) => known.map(({ alert }) => alert?.[field] ?? null)),
          known.map(({ alert }) => alert?.isClosed === true),
        ]);
  const answers: (Stored | null)[] = signals.map(() => null);
  known.forEach(({ place, componentId, presentName, until, lastObservedAt, holder, alert }, index) => {
    const row = rows[index];
    if (row === undefined) return;
    answers[place] = {
      componentId,
      observedAt: row.observedAt.toISOString(),
      acceptedAt: row.acceptedAt.toISOString(),
      reportedAt: row.reportedAt?.toISOString() ?? null,
      isLate: alert === null && lastObservedAt !== null && lastObservedAt > row.observedAt,
      formerName: presentName === null || until === null ? null : { presentName, until: until.toISOString() },
      holder,
    };
  });
  return answers;
}
