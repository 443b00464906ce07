/**
 * Puts accepted signals into the queue. Requests that come at the same time share one transaction, which starts as soon as the one before it has
 * committed: no timer, so a lone signal waits for nobody. Whoever is told that a signal was accepted is told so after the commit.
 */
import { FORMER_NAME_DAYS } from '@/domain/health/formerName';
import type { HealthState } from '@/domain/vocabulary';
import { processState } from '../processState';
import { writeInTenant, type TenantDb, type Transaction } from '../tenantDb';

export interface SignalToStore {
  signalId: string;
  /** One of the two names the component. */
  componentId: string | null;
  technicalName: string | null;
  state: HealthState;
  /** Null: when it was accepted. */
  observedAt: string | null;
  source: string | null;
  message: string | null;
}

/** Null for a component that the tenant does not have. */
export type Stored = {
  componentId: string;
  /** What counts: never later than `acceptedAt`. */
  observedAt: string;
  acceptedAt: string;
  /** The time that was sent, where it was ahead of the database's clock. */
  reportedAt: string | null;
  /** Whether a later observation of the component counts already. */
  isLate: boolean;
  /** Set where the component was found by a name that it had before, which finds it until then. */
  formerName: { presentName: string; until: string } | null;
} | null;

interface Waiting {
  signals: readonly SignalToStore[];
  resolve: (stored: Stored[]) => void;
  reject: (error: unknown) => void;
}

interface TenantQueue {
  waiting: Waiting[];
  isFlushing: boolean;
}

/** The most signals in one transaction. */
const MOST_AT_ONCE = 5_000;

/** All times by the database's clock: what is said to be seen later than now was seen now. */
const INSERT = `
  with clock as materialized (
    select date_trunc('milliseconds', clock_timestamp()) as accepted_at
  ), given as (
    select g.*, coalesce(
      (select c."id" from "component" c where c."tenantId" = $1::uuid and c."id" = g.component_id::uuid),
      (select c."id" from "component" c where c."tenantId" = $1::uuid and c."technicalName" = g.technical_name)
    ) as present_id
    from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) with ordinality
      as g(signal_id, component_id, technical_name, state, observed_at, source, message, n)
  ), resolved as materialized (
    select given.*, case when present_id is null then (
      select array[c."id"::text, c."technicalName", to_char((f."since" + interval '${FORMER_NAME_DAYS} days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')]
      from "former_name" f join "component" c on c."tenantId" = f."tenantId" and c."id" = f."entityId"
      where f."tenantId" = $1::uuid and f."kind" = 'component' and f."technicalName" = technical_name and f."since" > now() - interval '${FORMER_NAME_DAYS} days'
    ) end as former from given
  ), stored as (
    insert into "health_signal" ("tenantId", "signalId", "componentId", "state", "observedAt", "reportedAt", "acceptedAt", "source", "message")
    select $1::uuid, signal_id::uuid, coalesce(present_id, former[1]::uuid), state::"health_state", least(observed_at::timestamptz, accepted_at),
      case when observed_at::timestamptz > accepted_at then observed_at::timestamptz end, accepted_at, source, message
    from resolved cross join clock where present_id is not null or former is not null order by n
    returning "signalId", "componentId", "observedAt", "reportedAt", "acceptedAt"
  ), work as (
    insert into "health_work" ("tenantId") values ($1::uuid) on conflict do nothing
  )
  select "signalId"::text as signal_id, "componentId"::text as component_id, "observedAt" as observed_at, "reportedAt" as reported_at, "acceptedAt" as accepted_at,
    coalesce((select h."observedAt" > s."observedAt" from "component_health" h where h."tenantId" = $1::uuid and h."componentId" = s."componentId"), false) as is_late,
    null::text[] as former
  from stored s
  union all
  select signal_id, null, null, null, null, null, former from resolved where former is not null`;

/** One for each stored signal, without `former`; and one with nothing else for each that came under a former name, so that no join is needed. */
interface StoredRow {
  signal_id: string;
  component_id: string;
  observed_at: Date;
  reported_at: Date | null;
  accepted_at: Date;
  is_late: boolean;
  /** Id, present name and end of the former name that was given. */
  former: [string, string, string] | null;
}

/** Resolves once all of `signals` are durable, with one entry each in their order. */
export async function storeSignals(tenant: TenantDb, signals: readonly SignalToStore[]): Promise<Stored[]> {
  const { transaction } = tenant;
  if (transaction !== undefined) return storeWithin(transaction, tenant.tenantId, signals);
  const queues = processState('signalQueues', () => new Map<string, TenantQueue>());
  let queue = queues.get(tenant.tenantId);
  if (queue === undefined) {
    queue = { waiting: [], isFlushing: false };
    queues.set(tenant.tenantId, queue);
  }
  const mine = queue;
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

async function storeTogether(tenant: TenantDb, signals: readonly SignalToStore[]): Promise<Stored[]> {
  const { rows } = await writeInTenant(tenant, (client) => client.query<StoredRow>(INSERT, parametersOf(tenant.tenantId, signals)));
  return inOrder(signals, rows);
}

async function storeWithin(tx: Transaction, tenantId: string, signals: readonly SignalToStore[]): Promise<Stored[]> {
  return inOrder(signals, await tx.$queryRawUnsafe<StoredRow[]>(INSERT, ...parametersOf(tenantId, signals)));
}

function parametersOf(tenantId: string, signals: readonly SignalToStore[]): unknown[] {
  const column = (field: keyof SignalToStore): unknown[] => signals.map((signal) => signal[field]);
  return [
    tenantId,
    column('signalId'),
    column('componentId'),
    column('technicalName'),
    column('state'),
    column('observedAt'),
    column('source'),
    column('message'),
  ];
}

function inOrder(signals: readonly SignalToStore[], rows: readonly StoredRow[]): Stored[] {
  const formerOf = new Map(rows.flatMap(({ signal_id, former }) => (former === null ? [] : [[signal_id, former] as const])));
  const byId = new Map(rows.flatMap((row) => (row.former === null ? [[row.signal_id, row] as const] : [])));
  return signals.map(({ signalId }) => {
    const row = byId.get(signalId);
    if (row === undefined) return null;
    const former = formerOf.get(signalId);
    return {
      componentId: row.component_id,
      observedAt: row.observed_at.toISOString(),
      acceptedAt: row.accepted_at.toISOString(),
      reportedAt: row.reported_at?.toISOString() ?? null,
      isLate: row.is_late,
      formerName: former === undefined ? null : { presentName: former[1], until: former[2] },
    };
  });
}
