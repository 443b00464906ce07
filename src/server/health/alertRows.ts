/** Reads and writes the alerts of monitoring systems that a turn concerns. */
import { randomUUID } from 'node:crypto';
import type { QueuedSignal } from '@/domain/health/foldSignals';
import type { KnownAlert } from '@/domain/health/openAlerts';
import type { HealthState } from '@/domain/vocabulary';
import type { Transaction } from '@/server/db/transaction';

interface AlertRow {
  source: string;
  key: string;
  componentId: string;
  name: string | null;
  state: HealthState;
  firesFrom: Date | null;
  endedUpTo: Date | null;
  since: Date;
  seenAt: Date;
  message: string | null;
}

/** The alerts that these signals name, and all that fire about a component that the signals or those alerts are about. */
export async function alertsConcerned(tx: Transaction, tenantId: string, signals: readonly QueuedSignal[]): Promise<KnownAlert[]> {
  if (signals.length === 0) return [];
  const named = new Map(
    signals.flatMap(({ source, alert }) => (alert === null ? [] : [[`${source} ${alert.key}`, { source, alert }] as const])),
  );
  // Two steps that only go through indexes, even without statistics.
  const rows = await tx.$queryRawUnsafe<AlertRow[]>(
    `with named as materialized (
       select a.* from unnest($2::text[], $3::text[]) as told(source, key)
         join lateral (select * from "alert" a where a."tenantId" = $1::uuid and a."source" = told.source and a."key" = told.key) a on true
     ), concerned as materialized (select unnest($4::uuid[]) as id union select "componentId" from named)
     select ${COLUMNS} from named a
     union
     select ${COLUMNS} from concerned join lateral (
       select * from "alert" a where a."tenantId" = $1::uuid and a."componentId" = concerned.id and a."state" <> 'Healthy') a on true`,
    tenantId,
    [...named.values()].map(({ source }) => source),
    [...named.values()].map(({ alert }) => alert.key),
    [...new Set(signals.map(({ componentId }) => componentId))],
  );
  return rows.map(alertFrom);
}

const FIELDS = ['source', 'key', 'componentId', 'name', 'state', 'firesFrom', 'endedUpTo', 'since', 'seenAt', 'message'] as const;
const COLUMNS = FIELDS.map((field) => (field === 'componentId' ? `a."${field}"::text as "${field}"` : `a."${field}"`)).join(', ');

function alertFrom({ firesFrom, endedUpTo, since, seenAt, ...row }: AlertRow): KnownAlert {
  return {
    ...row,
    firesFrom: firesFrom?.getTime() ?? null,
    endedUpTo: endedUpTo?.getTime() ?? null,
    since: since.getTime(),
    seenAt: seenAt.getTime(),
  };
}

/** Stores alerts as they are now, and deletes those that messages of their own have replaced. */
export async function writeAlerts(
  tx: Transaction,
  tenantId: string,
  { alerts, forgotten }: { alerts: readonly KnownAlert[]; forgotten: readonly KnownAlert[] },
): Promise<void> {
  if (forgotten.length > 0)
    await tx.$executeRawUnsafe(
      `delete from "alert" a using unnest($2::text[], $3::text[]) as told(source, key)
       where a."tenantId" = $1::uuid and a."source" = told.source and a."key" = told.key`,
      tenantId,
      forgotten.map(({ source }) => source),
      forgotten.map(({ key }) => key),
    );
  if (alerts.length === 0) return;
  const moments = (of: (alert: KnownAlert) => number | null): (string | null)[] =>
    alerts.map((alert) => {
      const at = of(alert);
      return at === null ? null : new Date(at).toISOString();
    });
  await tx.$executeRawUnsafe(
    `insert into "alert" as a ("tenantId", "id", "source", "key", "componentId", "name", "state", "message", "firesFrom", "endedUpTo", "since", "seenAt")
     select v."tenantId", t.id::uuid, t.source, t.key, t.component_id::uuid, t.name, t.state::"health_state", t.message,
       t.fires_from::timestamptz, t.ended_up_to::timestamptz, t.since::timestamptz, t.seen_at::timestamptz
     from "landscape_version" v, unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
       as t(source, key, component_id, name, state, message, fires_from, ended_up_to, since, seen_at, id)
     where v."tenantId" = $1::uuid
     on conflict ("tenantId", "source", "key") do update set "componentId" = excluded."componentId", "name" = excluded."name", "state" = excluded."state",
       "message" = excluded."message", "firesFrom" = excluded."firesFrom", "endedUpTo" = excluded."endedUpTo", "since" = excluded."since", "seenAt" = excluded."seenAt"`,
    tenantId,
    alerts.map(({ source }) => source),
    alerts.map(({ key }) => key),
    alerts.map(({ componentId }) => componentId),
    alerts.map(({ name }) => name),
    alerts.map(({ state }) => state),
    alerts.map(({ message }) => message),
    moments(({ firesFrom }) => firesFrom),
    moments(({ endedUpTo }) => endedUpTo),
    moments(({ since }) => since),
    moments(({ seenAt }) => seenAt),
    // Kept by an alert that is known already.
    alerts.map(() => randomUUID()),
  );
}
